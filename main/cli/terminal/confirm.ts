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
): Promise<boolean> {
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
  return confirm(confirmQuestion, signal, process.stderr);
}

export const confirmQuestion = 'Type yes to confirm: ';

/** Asks on the terminal; only "yes" confirms. */
export async function confirm(...asking: Parameters<typeof ask>): Promise<boolean> {
  return (await ask(...asking)).trim().toLowerCase() === 'yes';
}

/** What a person types on the terminal; nothing once `signal` is aborted. `output`: where the question is shown. */
export async function ask(
  question: string,
  signal = new AbortController().signal,
  output: NodeJS.WritableStream = process.stdout,
): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output });
  try {
    return await terminal.question(question, { signal });
  } catch (error) {
    if (signal.aborted) return '';
    throw error;
  } finally {
    terminal.close();
  }
}
