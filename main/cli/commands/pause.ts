/** `lading pause`. */
import { defineCommand } from '../define-command.ts';
import { commonOptions, optionalUploadNumber } from '../options/common.ts';

export const pause = defineCommand('pause', {
  summary: 'Pause an upload that runs in another terminal or in the window',
  argument: optionalUploadNumber,
  groups: { 'Options:': commonOptions },
});
