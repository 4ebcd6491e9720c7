/** Every word in the window, in one typed catalog with a file per area. */
export * as words from './words/catalog.ts';
