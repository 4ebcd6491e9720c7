/** The platform that a command talks to, and the key. */
import { resolve } from 'node:path';
import { interfaceForm } from '../../../preload/contract/views/interface-form.ts';
import type { commonOptions } from './common.ts';
import { choice, type OptionValues, value } from './option-rows.ts';
import { nonEmpty } from './values.ts';

export const profileOption = {
  '--profile <file>': value('Interface profile to use instead of the default one', profilePath),
};

/** Uploads and watched folders keep it, and read the profile again wherever they are resumed. */
function profilePath(text: string): string {
  return resolve(nonEmpty(text));
}

/** Where the profile says it, unless it is given. */
export const profileFormOption = {
  '--form <form>': choice("Form of the platform's interface (default: the profile's)", interfaceForm.options),
};

export const serverOptions = {
  '--server <url>': value('Server address of the platform (or LADING_SERVER)', nonEmpty),
  ...profileOption,
  '--key-file <file>': value('File that contains the API key (or LADING_API_KEY)', nonEmpty),
  '--form <form>': choice(
    "Form of the platform's interface (default: extended if its answers show that, otherwise base)",
    interfaceForm.options,
  ),
};
export type ServerOptions = OptionValues<typeof serverOptions & typeof commonOptions>;
