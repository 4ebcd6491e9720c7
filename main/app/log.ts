/** Bugs, for whoever mends them: no key, no query of a URL, and never more than two files. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Log {
  readonly path: string;
  note(message: string): void;
  bug(where: string, error: unknown): void;
}

const largestBytes = 1_000_000;

/** Written at once: a crash is what it is for. */
export function openLog(path: string): Log {
  const write = (text: string): void => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > largestBytes) renameSync(path, `${path}.old`);
      appendFileSync(path, `${new Date().toISOString()} ${withoutSecrets(text)}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not take the window with it.
    }
  };
  return {
    path,
    note: write,
    bug: (where, error) =>
      write(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  };
}

/** Pure. Whatever looks like a key (platform-interface 5.1: three parts with dots between them) or a URL's query goes. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(\bhttps?:\/\/)[^/\s@"']*@/gi, '$1')
    .replace(/(\bhttps?:\/\/[^\s?#"']*)[?#][^\s"')]*/gi, '$1?…')
    .replace(/\bBearer\s+\S+/gi, 'Bearer …')
    .replace(/\b([\w-]+\.[\w-]{4,32})\.[\w+/=-]{16,}/g, '$1.…');
}
