/** `lading databases`. */
import { defineCommand } from '../define-command.ts';
import { commonOptions } from '../options/common.ts';
import { serverOptions } from '../options/server.ts';

export const databases = defineCommand('databases', {
  summary: 'List the databases that the key can see',
  groups: { 'Options:': { ...commonOptions, ...serverOptions } },
});
