// English. Keys are places, values are what is said there.
import { names } from "./names.en.ts";
import { odds } from "./odds.en.ts";
import { staff } from "./staff.en.ts";

export const en = {
  ...names,
  ...odds,
  ...staff,
  "app.name": "croupier",
  "app.skip": "Skip to the table",
  "app.lost": "The line is broken; coming back …",
  "app.still": "The house stands still for a moment: {message}",
  "app.none": "There is no such page.",
  "app.loading": "One moment …",
  "app.failed": "This page could not be loaded. Reload to try again.",
  "door.name": "Name",
  "door.password": "Password",
  "first.title": "The first administrator",
  "first.lead": "This link works once. Choose a name and a password of twelve characters or more.",
  "first.accept": "Become administrator",
  "first.welcome": "Welcome, {name}: you are administrator.",
} as const;
