import { mount } from "svelte";
import App from "./App.svelte";
import { guess, speak } from "./lib/i18n.svelte";
import { route } from "./lib/route.svelte";
import { dress, settings } from "./lib/settings.svelte";
import "./theme.css";

dress();
route.listen();
await speak(settings.language || guess(navigator.languages));
mount(App, { target: document.getElementById("app")! });
