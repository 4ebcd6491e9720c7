/** The log file. Secrets are redacted. It rotates: there are never more than two files. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { redactForLog } from '../../preload/contract/redact.ts';

export interface Log {
  readonly path: string;
  info(message: string): void;
  error(context: string, error: unknown): void;
}

const maxBytes = 1_000_000;

/** Writes synchronously, so that the last lines before a crash are in the file. */
export function openLog(path: string): Log {
  const write = (text: string): void => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (sizeBytes > maxBytes) renameSync(path, `${path}.old`);
      appendFileSync(path, `${new Date().toISOString()} ${redactForLog(text)}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not end the app.
    }
  };
  return {
    path,
    info: write,
    error: (context, error) =>
      write(`${context}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  };
}
