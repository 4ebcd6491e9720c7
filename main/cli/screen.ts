/** What a person or a program reads: a live area on a terminal, plain lines in a pipe, one JSON object a line on request. */
import { once } from 'node:events';
import { createLogUpdate } from 'log-update';
import type { Failure, FailureCode } from '../../preload/contract/failure.ts';
import { waitingText } from '../../preload/contract/failure-text.ts';
import type { Progress } from '../engine/index.ts';
import { bars } from './bars.ts';
import { redact } from './crash.ts';
import { jsonLine, progressFields } from './json-lines.ts';
import { nextLine, type Told } from './lines.ts';
import type { Environment } from './state-dir.ts';
import { printable } from './text.ts';

/** Progress of one upload, from here until `end`. */
export interface Following {
  show(progress: Progress): void;
  end(): void;
}

/** What can go wrong, and a bug, which is no Failure. */
export type Refusal = Omit<Failure, 'code'> & { readonly code: FailureCode | 'unexpected' };

export interface Screen {
  readonly json: boolean;
  /** Columns for tables and paragraphs. */
  readonly width: number;
  /** Lines for people; nothing with --json. */
  say(...lines: readonly string[]): void;
  warn(message: string): void;
  fail(refusal: Refusal, fields?: Readonly<Record<string, unknown>>): void;
  /** One JSON line; nothing without --json. */
  event(name: string, fields: Readonly<Record<string, unknown>>): void;
  /** Help and version: what was asked for, --json or not. */
  help(text: string): void;
  /** As it is, to standard output, at the reader's pace. */
  write(text: string): Promise<void>;
  follow(title: string): Following;
  /** The reader of standard output has gone, as `head` does: what is called then, instead of ending at once. */
  whenGone(stop: () => void): void;
}

export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

const jsonProgressEveryMs = 1000;

export function createScreen(
  streams: Streams,
  env: Environment,
  json: boolean,
  secrets: ReadonlySet<string>,
): Screen {
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
  const event: Screen['event'] = (name, fields) => {
    if (json) put(stdout, jsonLine(name, fields));
  };

  /** No message names a key; this holds even where a person pasted one in the wrong place. */
  const clean = (message: string) => redact(message, secrets);

  return {
    json,
    get width() {
      return Math.max(40, terminal ? (stdout.columns ?? 80) - 1 : 100);
    },
    say(...lines) {
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
    follow(title) {
      if (json) return followAsJson(event);
      if (!terminal) return followAsLines((line) => put(stdout, `${line}\n`));
      const live = followLive(stdout, title, color, () => gone);
      area = live;
      return {
        show: live.show,
        end() {
          area = null;
          live.end();
        },
      };
    },
    whenGone(then) {
      stop = then;
    },
  };
}

function followAsJson(event: Screen['event']): Following {
  let phase = '';
  let atMs = 0;
  return {
    show(progress) {
      const now = Date.now();
      const next = `${progress.state} ${progress.waiting === null ? '' : waitingText(progress.waiting)}`;
      if (next === phase && now - atMs < jsonProgressEveryMs) return;
      phase = next;
      atMs = now;
      event('progress', progressFields(progress));
    },
    end() {},
  };
}

function followAsLines(print: (line: string) => void): Following {
  let told: Told | null = null;
  let last: Progress | null = null;
  const tick = () => {
    if (last === null) return;
    const next = nextLine(told, last, { nowMs: Date.now() });
    told = next.told;
    if (next.line !== null) print(next.line);
  };
  // While nothing moves the engine is silent, and a log that says so every ten seconds is worth having.
  const timer = setInterval(tick, 1000).unref();
  return {
    show(progress) {
      last = progress;
      tick();
    },
    end() {
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
    log(bars(title, last, room, { nowMs: Date.now() }).join('\n'));
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
    /** How an upload ended stays on the screen; a count that only grew need not. */
    end() {
      clearInterval(timer);
      stdout.off('resize', draw);
      if (last?.state === 'scanning' && !gone()) log.clear();
      else draw();
      log.done();
    },
  };
}
