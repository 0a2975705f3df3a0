/** Mounts the pictures of the land in the page, once, when the game is first shown. */
import { mount } from "svelte";
import Sprite from "./Sprite.svelte";

mount(Sprite, { target: document.body });
