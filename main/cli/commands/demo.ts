/** `lading demo`. */
import { defineCommand } from '../define-command.ts';
import { type OptionValues, value } from '../options/option-rows.ts';
import { nonEmpty } from '../options/values.ts';

const options = {
  '--keep <dir>': value('Keep the sandbox, the uploads, and the receipt in DIR', nonEmpty),
};
export type DemoOptions = OptionValues<typeof options>;

export const demo = defineCommand('demo', {
  summary: 'Upload the sample matter to a sandbox and verify its receipt',
  groups: { 'Options:': options },
});
