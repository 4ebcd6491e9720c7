/** Where everything lies. Pure. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface Places {
  /** The store's folder: the command line uses the same one. */
  readonly state: string;
  /** Chromium's own profile, and what belongs to the window alone. */
  readonly userData: string;
  readonly settings: string;
  readonly connections: string;
  readonly keys: string;
  readonly profiles: string;
  readonly windowPlace: string;
  readonly running: string;
  readonly practice: string;
  readonly sandbox: string;
  readonly log: string;
}

export function placesIn(state: string): Places {
  const userData = join(state, 'window');
  return {
    state,
    userData,
    settings: join(userData, 'settings.json'),
    connections: join(userData, 'connections.json'),
    keys: join(userData, 'keys.json'),
    profiles: join(userData, 'profiles'),
    windowPlace: join(userData, 'window.json'),
    running: join(userData, 'running.json'),
    practice: join(userData, 'practice.json'),
    sandbox: join(state, 'sandbox'),
    log: join(state, 'logs', 'lading.log'),
  };
}

/** `--state DIR`, as the command line has it; Chromium's own switches stand beside it. */
export function givenState(args: readonly string[]): string | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { state: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  return typeof values['state'] === 'string' && values['state'] !== '' ? values['state'] : undefined;
}
