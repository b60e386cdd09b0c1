/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/app/",
  plugins: [svelte()],
  resolve: {
    alias: {
      $words: new URL("../src/croupier/words", import.meta.url).pathname,
      $: new URL("./src", import.meta.url).pathname,
    },
  },
  build: {
    outDir: "../src/croupier/server/pages/app",
    emptyOutDir: true,
    target: "es2022",
    // The house's policy allows files of its own only: nothing may be put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A language is one script, loaded when it is asked for; English comes with the pages.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ debugName: "languages", name: (id) => /\/words\/(?!en\/)([\w-]+)\/(?!language\.json)\w+\.json$/.exec(id)?.[1] ?? null, minSize: 0 }] },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8321", ws: true } } },
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/browser.ts"] },
});
