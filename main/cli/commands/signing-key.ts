/** `lading signing-key`. */
import { defineCommand } from '../define-command.ts';
import { commonOptions } from '../options/common.ts';

export const signingKey = defineCommand('signing-key', {
  summary: 'Show the key with which the command line signs receipts, for others to compare',
  groups: { 'Options:': commonOptions },
});
