/** Runs the command line as a person's shell does: a process of its own, its output in pipes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../main/cli/index.ts', import.meta.url));
export const binEntry = fileURLToPath(new URL('../../main/cli/bin.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly script?: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** When standard output has come to say this; fails when the command ends without it. */
  says(pattern: RegExp): Promise<string>;
}

/** Nothing of the machine's own Lading reaches the test. */
function cleanEnv(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(LADING_|npm_|NODE_|NO_COLOR|FORCE_COLOR|VITEST|XDG_)/i.test(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

export function start(args: readonly string[], options: RunOptions = {}): Running {
  const child = spawn(process.execPath, [options.script ?? entry, ...args], {
    env: cleanEnv(options.env),
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }));
  });
  return {
    child,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(out);
          if (found !== null) {
            listeners.delete(look);
            resolve(found[1] ?? found[0]);
          }
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended without saying ${pattern}:\n${out}\n${err}`)));
      }),
  };
}

export function lading(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return start(args, options).ended;
}

/** The lines of --json; a line that is none fails the test. */
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
