/** Lines of the service: each names its rule and the time, because a log of weeks is read later. */
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { CliContext } from '../cli-context.ts';
import { formatLogTime } from '../terminal/time.ts';
import { usageError } from '../usage-error.ts';
import { ruleEvent, service as words } from '../words/watch.ts';
import type { LeftUpload, RefusedRule } from './configured-rules.ts';
import type { RuleEvent } from './rule-events.ts';

/** Every event that `--json` prints beside error and warning; docs/watched-folders.md describes each. */
export const watchEvents = [
  'started',
  'connected',
  'rule',
  'scan',
  'files',
  'upload-started',
  'upload-finished',
  'waiting',
  'receipt',
  'reloaded',
  'stopping',
  'stopped',
] as const;

export function printEvent(
  { output }: Pick<CliContext, 'output'>,
  name: (typeof watchEvents)[number],
  fields: Readonly<Record<string, unknown>>,
): void {
  output.event(name, fields);
}

/** systemd's journal has the time of each line. */
export function printLine({ output, env }: Pick<CliContext, 'output' | 'env'>, line: string): void {
  const time = env['JOURNAL_STREAM'] === undefined ? `${formatLogTime(Date.now())} ` : '';
  output.print(`${time}${printable(line)}`);
}

/** `once`: what isn't taken is said at the end. */
export function printRuleEvent(context: CliContext, event: RuleEvent, once: boolean): void {
  const { output } = context;
  const { event: name, ...fields } = event;
  printEvent(context, name, fields);
  printLine(context, `${event.rule}: ${ruleEvent(event, once)}`);
  // What only a person can end is an error too: administrators search logs for errors.
  if (event.event === 'waiting' && event.waitingFor?.kind === 'key')
    output.fail(usageError('watch-key-refused').failure, { rule: event.rule });
  if (event.event === 'rule' && event.failure !== null) output.fail(event.failure, { rule: event.rule });
}

export function printRefused({ output }: CliContext, refused: readonly RefusedRule[]): void {
  for (const { rule, failure } of refused) {
    output.note(`${rule}:`);
    output.fail(failure, { rule });
  }
}

export function printLeft({ output }: CliContext, { rule, path, uploadId, isRuleKept }: LeftUpload): void {
  const name = printable(rule);
  output.warn(
    isRuleKept ? words.pausedUpload(name, uploadId) : words.leftUpload(name, uploadId, printable(path)),
  );
}
