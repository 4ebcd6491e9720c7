/** The log file: one line per call. Secrets are redacted. It rotates: there are never more than two files. */
import { appendFileSync, closeSync, constants, lstatSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorDetails } from '../../preload/contract/error-details.ts';
import { escapeControls, redactForLog } from '../../preload/contract/redact.ts';
import { makeFolder } from '../engine/store/make-folder.ts';

export interface Log {
  readonly path: string;
  info(message: string): void;
  error(context: string, error: unknown): void;
}

const maxBytes = 1_000_000;
const maxKeptLines = 200;
/** Cut after secrets were removed, which might leave half of one. */
const maxLineLength = 50_000;

/** Writes synchronously, so that the last lines before a crash are in the file. */
export function openLog(path: string): Log {
  /** What could not be written, because the disk is full for example. Written with the next line. */
  let kept: readonly string[] = [];
  const write = (text: string): void => {
    const lines = [...kept, `${new Date().toISOString()} ${logLine(text)}\n`];
    try {
      makeFolder(dirname(path), 0o700);
      if (isFullOrForeign(path)) renameSync(path, `${path}.old`);
      append(path, lines.join(''));
      kept = [];
    } catch {
      // A full disk must not end the app.
      kept = lines.slice(-maxKeptLines);
    }
  };
  return {
    path,
    info: write,
    error: (context, error) => write(`${context}: ${errorDetails(error)}`),
  };
}

/** A link, a pipe, or a second name of another file is moved aside like a full log: what it leads to is never written to. */
function isFullOrForeign(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return false;
  return !found.isFile() || found.nlink > 1 || found.size > maxBytes;
}

function append(path: string, text: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows has neither of the last two.
  const flags = O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
  const file = openSync(path, flags, 0o600);
  try {
    appendFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Nothing that is logged can pass for another entry, or act on a terminal that shows the file. Pure. */
export function logLine(text: string): string {
  const line = redactForLog(escapeControls(redactForLog(text.trimEnd())));
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}…`;
}
