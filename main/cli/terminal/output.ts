/** What is printed: a live area on a terminal, plain lines into a pipe, or one JSON object per line with --json. */
import { once } from 'node:events';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import type { KnownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { printable, printableJson } from '../../../preload/contract/texts/printable.ts';
import { redact } from '../../../preload/contract/texts/redact.ts';
import type { Environment } from '../../app/state-dir.ts';
import { exitCodeOf, type Outcome } from '../exit-code.ts';
import { usageError } from '../usage-error.ts';
import { type CliError, errorPrefix, errorText, warningPrefix } from '../words/errors.ts';
import { jsonLine } from './json-lines.ts';
import {
  createJsonDisplay,
  createLineDisplay,
  createLiveDisplay,
  type LiveDisplay,
  type ProgressDisplay,
  type TextStream,
} from './progress-display.ts';

export interface Output {
  readonly json: boolean;
  /** Columns for tables and paragraphs. */
  readonly width: number;
  /** Names are cut so that no line is wider. Infinite where no terminal shows them: a script needs them whole. */
  readonly tableWidth: number;
  /** Lines for people; nothing with --json. */
  print(...lines: readonly string[]): void;
  warn(message: string): void;
  fail(error: CliError, fields?: Readonly<Record<string, unknown>>): void;
  /** One JSON line; nothing without --json. */
  event(name: string, fields: Readonly<Record<string, unknown>>): void;
  /** Many lines in few writes; nothing without --json. */
  events(name: string, lines: Iterable<Readonly<Record<string, unknown>>>): void;
  /** Help and version: printed as text even with --json. */
  help(text: string): void;
  /** Lines for people beside the output, on standard error; nothing with --json. */
  note(...lines: readonly string[]): void;
  /**
   * A JSON value, as fast as it is read: indented on a terminal unless it's one of many, otherwise on one line; with --json
   * in an event with these fields.
   */
  data(value: unknown, fields: Readonly<Record<string, unknown>>, layout: 'indented' | 'line'): Promise<void>;
  /** Raw text to standard output, as fast as it is read. */
  write(text: string): Promise<void>;
  showProgress(title: string): ProgressDisplay;
  /** Called instead of exiting when the reader of standard output goes away, as `head` does, or its disk is full. */
  onClosed(stop: () => void): void;
  /** For a command that a script runs for its exit code: it goes on, and prints nothing more, where its reader goes away. */
  keepExitCode(): void;
  /** Waits until everything is written. Returns what the command came to: without all of its output, it isn't done. */
  flush(outcome: Outcome): Promise<Outcome>;
}

export interface Streams {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
}

const pipeWidth = 100;
const minWidth = 40;
/** A pipe holds this much. */
const maxWriteLength = 65_536;

/** `hasBegun`: whether an upload may be running, which is kept if the output can't be written. */
export function createOutput(
  streams: Streams,
  env: Environment,
  json: boolean,
  secrets: KnownSecrets,
  hasBegun = () => false,
): Output {
  const { stdout, stderr } = streams;
  // Some build machines have a terminal without a size, which has no room for a live area.
  const hasSize = (stdout.columns ?? 0) > 0 && (stdout.rows ?? 0) > 0;
  const isTerminal = stdout.isTTY === true && hasSize && env['TERM'] !== 'dumb' && !json;
  const color = isTerminal && !env['NO_COLOR'];
  let isClosed = false;
  let isRefused = false;
  let keepsExitCode = false;
  let onClosed: (outcome: Outcome) => void = (outcome) => process.exit(exitCodeOf(outcome));
  let live: LiveDisplay | null = null;

  const close = (outcome: Outcome) => {
    if (isClosed) return;
    isClosed = true;
    isRefused = outcome === 'refused';
    if (outcome !== 'done' || !keepsExitCode) onClosed(outcome);
  };
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isReaderGone(stdout, error)) return close('done');
    const details = { errno: errnoOf(error), hasBegun: hasBegun() };
    if (!isClosed)
      stderr.write(`${errorPrefix} ${errorText(usageError('output-unwritable', details).failure)}\n`);
    close('refused');
  });
  stderr.on('error', (error: NodeJS.ErrnoException) =>
    close(isReaderGone(stderr, error) ? 'done' : 'refused'),
  );

  const writeTo = (stream: TextStream, text: string) => {
    if (isClosed) return;
    live?.hide();
    stream.write(text);
    live?.draw();
  };
  const event: Output['event'] = (name, fields) => {
    if (json) writeTo(stdout, jsonLine(name, fields));
  };

  const events: Output['events'] = (name, lines) => {
    if (!json) return;
    let text = '';
    for (const fields of lines) {
      text += jsonLine(name, fields);
      if (text.length < maxWriteLength) continue;
      writeTo(stdout, text);
      text = '';
    }
    if (text !== '') writeTo(stdout, text);
  };

  /** No message contains a key. This also holds if a person pasted one into the wrong option. */
  const clean = (message: string) => redact(message, secrets);

  const write = async (text: string): Promise<void> => {
    if (isClosed || stdout.write(text)) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    try {
      await Promise.race([once(stdout, 'drain', { signal }), once(stdout, 'close', { signal })]);
    } catch {
      // The listener of the errors has it.
    } finally {
      // Otherwise the one that didn't happen would be waited for once more with every write.
      waiting.abort();
    }
  };

  return {
    json,
    get width() {
      return Math.max(minWidth, isTerminal ? (stdout.columns ?? 80) - 1 : pipeWidth);
    },
    get tableWidth() {
      return isTerminal ? this.width : Number.POSITIVE_INFINITY;
    },
    print(...lines) {
      if (!json) writeTo(stdout, lines.map((line) => `${line}\n`).join(''));
    },
    warn(message) {
      if (json) event('warning', { message: clean(message) });
      else writeTo(stderr, `${warningPrefix} ${printable(clean(message))}\n`);
    },
    fail(error, fields = {}) {
      // Where nobody reads it, it still isn't done.
      keepsExitCode = true;
      const message = clean(errorText(error, 'rule' in fields));
      if (json) event('error', { ...cleanDetails(error, secrets), message, ...fields });
      else writeTo(stderr, `${errorPrefix} ${printable(message)}\n`);
    },
    event,
    events,
    help(text) {
      writeTo(stdout, text);
    },
    note(...lines) {
      if (!json) writeTo(stderr, lines.map((line) => `${printable(clean(line))}\n`).join(''));
    },
    data(value, fields, layout) {
      if (json) return write(jsonLine('data', { ...fields, data: value }));
      return write(
        `${printableJson(value, layout === 'indented' && stdout.isTTY === true ? 2 : undefined)}\n`,
      );
    },
    write,
    showProgress(title) {
      if (json) return createJsonDisplay(event);
      if (!isTerminal) return createLineDisplay((line) => writeTo(stdout, `${line}\n`));
      const display = createLiveDisplay(stdout, title, color, () => isClosed);
      live = display;
      return {
        update: display.update,
        finish() {
          live = null;
          display.finish();
        },
      };
    },
    onClosed(stop) {
      onClosed = stop;
    },
    keepExitCode() {
      keepsExitCode = true;
    },
    async flush(outcome) {
      // That something couldn't be written is known a moment after it was.
      await new Promise((resolve) => stdout.write('', () => setImmediate(resolve)));
      return isRefused && outcome === 'done' ? 'refused' : outcome;
    },
  };
}

/** A terminal that is closed fails with EIO, as does a disk that is broken. */
function isReaderGone({ isTTY = false }: TextStream, { code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || (code === 'EIO' && isTTY) || code === 'ERR_STREAM_DESTROYED';
}

function cleanDetails(error: CliError, secrets: KnownSecrets): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(error).map(([name, value]) => [name, redactValues(value, secrets)]),
  );
}

/** Redacts every string in a value, at any depth. */
export function redactValues(value: unknown, secrets: KnownSecrets): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (Array.isArray(value)) return value.map((one) => redactValues(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactValues(one, secrets)]));
}
