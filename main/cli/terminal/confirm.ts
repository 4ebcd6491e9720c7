import { createInterface } from 'node:readline/promises';
import type { ChangeDescription } from '../../../preload/contract/platform/change-description.ts';
import { changeText } from '../../../preload/contract/texts/change-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { Connection } from '../../engine/index.ts';
import type { Output } from './output.ts';
import { wrapText } from './table.ts';

/** Says what the change will do, and asks about it on standard error. */
export async function confirmChange(
  { note, width }: Pick<Output, 'note' | 'width'>,
  change: ChangeDescription,
  { serverUrl }: Pick<Connection, 'serverUrl'>,
  signal: AbortSignal,
): Promise<Answer> {
  const { message, paragraphs } = changeText(
    change,
    // A malformed address is refused once it is used.
    URL.parse(serverUrl)?.host ?? printable(serverUrl),
  );
  const indent = '  ';
  note(
    '',
    ...wrapText(message, width),
    ...paragraphs
      .flatMap((paragraph) => paragraph.split('\n'))
      .flatMap((line) => wrapText(line, width - indent.length))
      .map((line) => indent + line),
  );
  return confirm(confirmQuestion, signal);
}

export const confirmQuestion = 'Type yes to confirm: ';

/** Whether a person sees a question and can answer it. With `--json`, a program reads what comes. */
export function canAsk({ json }: Pick<Output, 'json'>): boolean {
  return !json && process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** `stopped`: by Ctrl-C, or another signal. */
export type Answer = 'yes' | 'no' | 'stopped';

/** Asks on the terminal; only "yes" confirms. */
export async function confirm(...asking: Parameters<typeof ask>): Promise<Answer> {
  const typed = await ask(...asking);
  if (typed === null) return 'stopped';
  return typed.trim().toLowerCase() === 'yes' ? 'yes' : 'no';
}

/** What a person types on the terminal: nothing with Ctrl-D, null where a signal stops it. The output may go to a file. */
export async function ask(question: string, signal = new AbortController().signal): Promise<string | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const stop = new AbortController();
  // Readline takes Ctrl-C as a key: nothing else hears of it.
  terminal.on('SIGINT', () => {
    process.emit('SIGINT', 'SIGINT');
    stop.abort();
  });
  const stopped = AbortSignal.any([signal, stop.signal]);
  try {
    return await terminal.question(question, { signal: stopped });
  } catch (error) {
    if (stopped.aborted) return null;
    if (error instanceof Error && error.name === 'AbortError') return '';
    throw error;
  } finally {
    terminal.close();
  }
}
