/** What a person or a program reads: a live area on a terminal, plain lines in a pipe, one JSON object a line on request. */
import { once } from 'node:events';
import { createLogUpdate } from 'log-update';
import type { Failure, FailureCode } from '../../preload/contract/failure.ts';
import type { Environment } from '../app/state-dir.ts';
import type { Progress } from '../engine/index.ts';
import { redact } from './crash-report.ts';
import { jsonLine, progressFields } from './json-lines.ts';
import { renderProgress } from './progress-bars.ts';
import { type LastLine, nextProgressLine } from './progress-lines.ts';
import { printable } from './table.ts';

/** Progress of one upload, from here until `end`. */
export interface ProgressDisplay {
  update(progress: Progress): void;
  finish(): void;
}

/** What can go wrong, and a bug, which is no Failure. */
export type Refusal = Omit<Failure, 'code'> & { readonly code: FailureCode | 'unexpected' };

export interface Output {
  readonly json: boolean;
  /** Columns for tables and paragraphs. */
  readonly width: number;
  /** Lines for people; nothing with --json. */
  print(...lines: readonly string[]): void;
  warn(message: string): void;
  fail(refusal: Refusal, fields?: Readonly<Record<string, unknown>>): void;
  /** One JSON line; nothing without --json. */
  event(name: string, fields: Readonly<Record<string, unknown>>): void;
  /** Help and version: what was asked for, --json or not. */
  help(text: string): void;
  /** As it is, to standard output, at the reader's pace. */
  write(text: string): Promise<void>;
  showProgress(title: string): ProgressDisplay;
  /** The reader of standard output has gone, as `head` does: what is called then, instead of ending at once. */
  onClosed(stop: () => void): void;
}

export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

const jsonProgressEveryMs = 1000;

export function createOutput(
  streams: Streams,
  env: Environment,
  json: boolean,
  secrets: ReadonlySet<string>,
): Output {
  const { stdout, stderr } = streams;
  // Some build machines give a terminal without a size: a live area has no room in it.
  const sized = (stdout.columns ?? 0) > 0 && (stdout.rows ?? 0) > 0;
  const terminal = stdout.isTTY === true && sized && env['TERM'] !== 'dumb' && !json;
  const color = terminal && !env['NO_COLOR'];
  let gone = false;
  let stop: () => void = () => process.exit();
  let area: { hide(): void; draw(): void } | null = null;

  const left = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
    if (!gone) {
      gone = true;
      stop();
    }
  };
  stdout.on('error', left);
  stderr.on('error', left);

  const put = (stream: NodeJS.WriteStream, text: string) => {
    if (gone) return;
    area?.hide();
    stream.write(text);
    area?.draw();
  };
  const event: Output['event'] = (name, fields) => {
    if (json) put(stdout, jsonLine(name, fields));
  };

  /** No message names a key; this holds even where a person pasted one in the wrong place. */
  const clean = (message: string) => redact(message, secrets);

  return {
    json,
    get width() {
      return Math.max(40, terminal ? (stdout.columns ?? 80) - 1 : 100);
    },
    print(...lines) {
      if (!json) put(stdout, lines.map((line) => `${line}\n`).join(''));
    },
    warn(message) {
      if (json) event('warning', { message: clean(message) });
      else put(stderr, `warning: ${printable(clean(message))}\n`);
    },
    fail(refusal, fields = {}) {
      if (json) event('error', { ...refusal, message: clean(refusal.message), ...fields });
      else put(stderr, `error: ${printable(clean(refusal.message))}\n`);
    },
    event,
    help(text) {
      put(stdout, text);
    },
    async write(text) {
      if (!gone && !stdout.write(text)) await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]);
    },
    showProgress(title) {
      if (json) return followAsJson(event);
      if (!terminal) return followAsLines((line) => put(stdout, `${line}\n`));
      const live = followLive(stdout, title, color, () => gone);
      area = live;
      return {
        update: live.show,
        finish() {
          area = null;
          live.end();
        },
      };
    },
    onClosed(then) {
      stop = then;
    },
  };
}

function followAsJson(event: Output['event']): ProgressDisplay {
  let phase = '';
  let atMs = 0;
  return {
    update(progress) {
      const now = Date.now();
      const next = `${progress.state} ${progress.waiting?.reason ?? ''}`;
      if (next === phase && now - atMs < jsonProgressEveryMs) return;
      phase = next;
      atMs = now;
      event('progress', progressFields(progress));
    },
    finish() {},
  };
}

function followAsLines(print: (line: string) => void): ProgressDisplay {
  let told: LastLine | null = null;
  let last: Progress | null = null;
  const tick = () => {
    if (last === null) return;
    const next = nextProgressLine(told, last, { nowMs: Date.now() });
    told = next.told;
    if (next.line !== null) print(next.line);
  };
  // While nothing moves the engine is silent, and a log that says so every ten seconds is worth having.
  const timer = setInterval(tick, 1000).unref();
  return {
    update(progress) {
      last = progress;
      tick();
    },
    finish() {
      clearInterval(timer);
    },
  };
}

function followLive(stdout: NodeJS.WriteStream, title: string, color: boolean, gone: () => boolean) {
  const log = createLogUpdate(stdout);
  let last: Progress | null = null;
  const draw = () => {
    if (last === null || gone()) return;
    const room = { width: (stdout.columns ?? 80) - 1, rows: (stdout.rows ?? 24) - 1, color };
    log(renderProgress(title, last, room, { nowMs: Date.now() }).join('\n'));
  };
  // The countdown of a wait goes on while the engine is silent.
  const timer = setInterval(draw, 1000).unref();
  stdout.on('resize', draw);
  return {
    show(progress: Progress) {
      last = progress;
      draw();
    },
    draw,
    hide() {
      if (last !== null) log.clear();
    },
    /** How an upload ended stays on the output; a count that only grew need not. */
    end() {
      clearInterval(timer);
      stdout.off('resize', draw);
      if (last?.state === 'scanning' && !gone()) log.clear();
      else draw();
      log.done();
    },
  };
}
