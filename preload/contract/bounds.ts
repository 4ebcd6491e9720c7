/** Bounds that the window keeps to before it calls; without schemas, so that it need not load those. */
export const maxPageRows = 500;
export const maxLinks = 1000;
export const maxAddedPeople = 1000;
export const maxEmailChars = 320;
/** Of a person, an organization, or a database. */
export const maxNameChars = 255;
