/** `lading verify`. */
import { defineCommand } from '../define-command.ts';
import { commonOptions } from '../options/common.ts';
import { value } from '../options/option-rows.ts';
import { nonEmpty } from '../options/values.ts';

const options = {
  '--against <dir>': value('Compare with the files in this folder', nonEmpty),
  '--key <fingerprint>': value(
    "Refuse a receipt that wasn't signed with the key of this fingerprint",
    nonEmpty,
  ),
  '--head <hash>': value('Refuse a receipt with another log head', nonEmpty),
  '--timestamp-ca <file>': value(
    'Refuse a receipt without a time stamp whose certificate leads to one in FILE (PEM)',
    nonEmpty,
  ),
  ...commonOptions,
};

export const verify = defineCommand('verify', {
  summary: 'Verify a receipt and compare it with the files on disk',
  argument: { name: '<receipt>', help: 'JSON receipt', parse: nonEmpty },
  groups: { 'Options:': options },
});
