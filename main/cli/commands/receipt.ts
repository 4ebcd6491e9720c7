/** `lading receipt`. */
import type { ReceiptFormat } from '../../engine/index.ts';
import { defineCommand } from '../define-command.ts';
import { commonOptions, uploadNumber } from '../options/common.ts';
import { choice, flag, type OptionValues, value } from '../options/option-rows.ts';
import { nonEmpty } from '../options/values.ts';

const options = {
  '--format <format>': choice<ReceiptFormat>(
    'Receipt format (default: csv if FILE ends in .csv, otherwise json)',
    ['json', 'csv'],
  ),
  '--out <file>': value('Write to FILE instead of standard output', nonEmpty),
  '--force': flag('Replace an existing file'),
  '--timestamp-url <url>': value(
    'Have a JSON receipt time-stamped by the authority at URL (RFC 3161)',
    nonEmpty,
  ),
  '--timestamp-ca <file>': value(
    'Accept only an authority whose certificate leads to one in FILE (PEM)',
    nonEmpty,
  ),
  ...commonOptions,
};
export type ReceiptOptions = OptionValues<typeof options>;

export const receipt = defineCommand('receipt', {
  summary: "Write an upload's receipt (every file with its hash and outcome)",
  argument: uploadNumber,
  groups: { 'Options:': options },
});
