import { createInterface } from 'node:readline/promises';

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
