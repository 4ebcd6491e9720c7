/** `lading cancel`. */
import { defineCommand } from '../define-command.ts';
import { commonOptions, uploadNumber, yesOption } from '../options/common.ts';

const options = { ...yesOption, ...commonOptions };

export const cancel = defineCommand('cancel', {
  summary: 'Cancel an upload permanently; files that the platform accepted stay there',
  argument: uploadNumber,
  groups: { 'Options:': options },
});
