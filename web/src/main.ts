import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { myself } from "$lib/me.svelte";
import { speech } from "$lib/words.svelte";
import { installWorker } from "$lib/worker";

await speech.use(speech.preferred());
await myself.recognise().catch(() => {}); // the page opens without the server too
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD) void installWorker();
