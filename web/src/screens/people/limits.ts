/** The server's limits, checked by the forms before they are sent. */
export const LONGEST_NAME = 24;
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 200;
export const LONGEST_LABEL = 60;
export const LONGEST_CODE = 40;
export const LONGEST_ADDRESS = 254;

/** Keys of problems with a name. */
export const WRONG_NAME = ["server.wrong_name", "people.name_taken"];
