/** `lading status`. */
import { defineCommand } from '../define-command.ts';
import { commonOptions, optionalUploadNumber } from '../options/common.ts';

export const status = defineCommand('status', {
  summary: 'List uploads, or show one upload and its problems',
  argument: optionalUploadNumber,
  groups: { 'Options:': commonOptions },
});
