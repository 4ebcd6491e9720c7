import { common, failures } from './words/common.ts';
import { shell } from './words/shell.ts';
import { ui } from './words/ui.ts';

/** Every word of the window, in one typed catalogue; one file of it for each place that speaks. */
export const words = { common, failures, shell, ui } as const;
