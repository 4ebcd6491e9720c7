/** Runs the command line as a shell does: in its own process, with its output in pipes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { states } from '../../main/cli/words/progress.ts';
import { resumeWith } from '../../main/cli/words/uploads.ts';

export const entry = fileURLToPath(new URL('../../main/cli/index.ts', import.meta.url));
export const binEntry = fileURLToPath(new URL('../../main/cli/bin.js', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly script?: string;
  /** Given to Node before the script. NODE_OPTIONS doesn't take every option. */
  readonly nodeOptions?: readonly string[];
  /** The file that standard output is written to, instead of a pipe. */
  readonly outputFile?: string;
  /** Another user than this one. Only root may. */
  readonly uid?: number;
  readonly gid?: number;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
  /** Resolves once standard output contains the text; rejects if the command ends without it. */
  prints(text: string | RegExp): Promise<void>;
  /** Standard output so far. */
  printed(): string;
}

/** Without the computer's own Lading settings. */
export function cleanEnv(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(LADING_|npm_|NODE_|NO_COLOR|FORCE_COLOR|VITEST|XDG_)/i.test(name),
  );
  const { NODE_OPTIONS = '' } = process.env; // fixtures/own-home.cjs
  return { ...Object.fromEntries(kept), NODE_OPTIONS, ...extra };
}

export function start(args: readonly string[], options: RunOptions = {}): Running {
  const output = options.outputFile === undefined ? 'pipe' : openSync(options.outputFile, 'w');
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), options.script ?? entry, ...args], {
    env: cleanEnv(options.env),
    cwd: options.cwd,
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
    stdio: ['ignore', output, 'pipe'],
  });
  if (output !== 'pipe') closeSync(output);
  let out = '';
  let err = '';
  const listeners = new Set<() => void>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (const listener of listeners) listener();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<CommandResult>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }));
  });
  return {
    child,
    ended,
    printed: () => out,
    prints: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (typeof text === 'string' ? out.includes(text) : text.test(out)) {
            listeners.delete(check);
            resolve();
          }
        };
        listeners.add(check);
        check();
        void ended.then(() =>
          reject(new Error(`The command ended without printing ${text}:\n${out}\n${err}`)),
        );
      }),
  };
}

export function lading(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  return start(args, options).ended;
}

/** The lines of --json; throws on a line that isn't a JSON object. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const value: unknown = JSON.parse(line);
      if (typeof value !== 'object' || value === null) throw new Error(`Not an object: ${line}`);
      return Object.fromEntries(Object.entries(value));
    });
}

/** The first progress line of an upload. */
export const uploadingLine = `${states.uploading}  `;

/** The command in the last line of this kind, without the program's name. */
export function resumeCommandIn(out: string): string {
  const [before = ''] = resumeWith('lading ').split('lading ');
  const line = out.split('\n').find((one) => one.startsWith(before)) ?? '';
  return line.slice(before.length).replace(/^lading /, '');
}
