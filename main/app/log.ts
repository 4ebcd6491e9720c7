/** The log file: one line per call. Secrets are redacted. It rotates: there are never more than two files. */
import { errorDetails } from '../../preload/contract/failures/error-details.ts';
import { escapeControls, redactForLog } from '../../preload/contract/texts/redact.ts';
import { appendRotating } from './rotating-file.ts';

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
      appendRotating(path, lines.join(''), maxBytes);
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

/** Nothing that is logged can pass for another entry, or act on a terminal that shows the file. Pure. */
export function logLine(text: string): string {
  const line = redactForLog(escapeControls(redactForLog(text.trimEnd())));
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}…`;
}
