/** What the server takes, so that a form can say so before it is sent; the server has the last word. */
export const LONGEST_NAME = 24;
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 200;
export const LONGEST_LABEL = 60;
export const LONGEST_CODE = 40;

/** Problems that belong to the field of a name. */
export const WRONG_NAME = ["server.wrong_name", "people.name_taken"];
