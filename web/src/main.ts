import { mount } from "svelte";
import App from "./App.svelte";
import { catalogues } from "./i18n/catalogues.svelte.ts";
import { place } from "./route.svelte.ts";
import { session } from "./session.svelte.ts";
import { settings } from "./settings.svelte.ts";
import "./style/fonts.css";
import "./style/theme.css";
import "./style/base.css";

settings.apply();
place.start();
void session.start();
void catalogues.load(settings.language).then(() => mount(App, { target: document.body }));
