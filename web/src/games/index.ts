/** The games that have a board of their own, under their names at the server. */
export { default as kingdomino } from "./kingdomino";
export { default as year_of_the_dragon } from "./year_of_the_dragon";
export { default as dragon_castle } from "./dragon_castle";
