import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { myself } from "$lib/me.svelte";
import { speech } from "$lib/words.svelte";
import { installWorker } from "$lib/worker";

await speech.use(speech.preferred());
await myself.recognise().catch(() => {}); // without the server the page still opens, and says so where it matters
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD) void installWorker();
