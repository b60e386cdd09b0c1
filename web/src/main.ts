import { mount } from "svelte";
import App from "./App.svelte";
import { place } from "./route.svelte.ts";
import { session } from "./session.svelte.ts";
import { settings } from "./settings.svelte.ts";
import "./style/theme.css";
import "./style/base.css";

settings.apply();
place.start();
void session.start();
mount(App, { target: document.body });
