/** Where each file of the app is. Pure. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Paths {
  /** The store's folder, which the command line uses too. */
  readonly stateDir: string;
  /** Chromium's profile and the files of the window. */
  readonly userData: string;
  readonly settings: string;
  readonly connections: string;
  readonly keys: string;
  readonly profiles: string;
  readonly windowBounds: string;
  readonly runningUploads: string;
  readonly sandboxSettings: string;
  readonly sandboxData: string;
  /** Leads a browser to the sandbox's pages. */
  readonly sandboxPage: string;
  readonly log: string;
}

export function pathsIn(stateDir: string): Paths {
  const userData = join(stateDir, 'window');
  return {
    stateDir,
    userData,
    settings: join(userData, 'settings.json'),
    connections: join(userData, 'connections.json'),
    keys: join(userData, 'keys.json'),
    profiles: join(userData, 'profiles'),
    windowBounds: join(userData, 'window.json'),
    runningUploads: join(userData, 'running.json'),
    sandboxSettings: join(userData, 'sandbox.json'),
    sandboxData: join(stateDir, 'sandbox'),
    sandboxPage: join(userData, 'sandbox.html'),
    log: join(stateDir, 'logs', 'lading.log'),
  };
}

/** The value of `--state DIR`, as on the command line; Chromium's own switches may be mixed with it. */
export function stateOption(args: readonly string[]): string | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { state: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  return typeof values['state'] === 'string' && values['state'] !== '' ? values['state'] : undefined;
}

/** `--state DIR` for a program that works with the same folder; nothing where it wasn't given. */
export function stateArgs(args: readonly string[]): readonly string[] {
  const given = stateOption(args);
  return given === undefined ? [] : ['--state', resolve(given)];
}
