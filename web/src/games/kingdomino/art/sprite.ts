/** Puts the pictures of the land into the page, once, as soon as anything of the game is shown. */
import { mount } from "svelte";
import Sprite from "./Sprite.svelte";

mount(Sprite, { target: document.body });
