import { errorMessage } from './options.ts';

const retryMs = 2000;

/** Work in the background that the disk or the store refuses, because it is full say, starts over after a while. */
export function tryAgain(error: unknown, work: () => void): void {
  process.stderr.write(`${errorMessage(error)}\n`);
  setTimeout(work, retryMs).unref();
}
