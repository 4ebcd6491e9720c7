/** `lading resume`. */
import type { HeldDecision, UnavailableSourcesDecision } from '../../engine/index.ts';
import { defineCommand } from '../define-command.ts';
import { commonOptions, confirmDatabaseOption, optionalUploadNumber } from '../options/common.ts';
import { limitOptions } from '../options/limits.ts';
import { choiceOr, flag, type OptionValues, value } from '../options/option-rows.ts';
import { serverOptions } from '../options/server.ts';
import { collect, collectNonEmpty } from '../options/values.ts';

const options = {
  '--retry-failed': flag("Retry failed files, and rescan folders that couldn't be read"),
  '--link <url>': value('Direct link to send again, complete (repeatable)', collect),
  ...confirmDatabaseOption,
  '--unavailable-sources <action>': choiceOr<UnavailableSourcesDecision>(
    'What to do with files whose drive or share is unavailable',
    ['wait', 'fail'],
    'wait',
  ),
  '--needs-review <action>': choiceOr<HeldDecision>(
    'What to do with files that need review: retry uploads them as they are',
    ['ask', 'retry', 'skip'],
    'ask',
  ),
  '--review-only <glob>': value(
    'Decide only about files that match the pattern: a name, or a path below each source (repeatable; with --needs-review)',
    collectNonEmpty,
  ),
  ...limitOptions,
  ...commonOptions,
  ...serverOptions,
};
export type ResumeOptions = OptionValues<typeof options>;

export const resume = defineCommand('resume', {
  summary: 'Resume one upload, or all unfinished ones',
  argument: optionalUploadNumber,
  groups: { 'Options:': options },
});
