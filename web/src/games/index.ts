/** The games that bring a board of their own; each is found under the name that the server gives it. */
export { default as kingdomino } from "./kingdomino";
export { default as year_of_the_dragon } from "./year_of_the_dragon";
export { default as dragon_castle } from "./dragon_castle";
