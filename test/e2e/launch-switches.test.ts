/** The installed application refuses to start with switches that weaken it. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startFailure } from '../../main/words.ts';
import { endAll, newFolder } from './app-driver.ts';
import { noWindow } from './browser.ts';

const repository = join(import.meta.dirname, '..', '..');
afterAll(endAll);

test.skipIf(noWindow !== null).each(['--remote-debugging-port=0', '\t--remote-debugging-port=0'])(
  'with a debugging port (%j) it says so and exits, before it opens a port, a window or its store',
  (debugging) => {
    const stateDir = newFolder();
    const register = join(repository, 'build', 'stand-in', 'register.ts');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', register, join(repository, 'main', 'index.ts'), '--state', stateDir, debugging],
      { encoding: 'utf8', env: { ...process.env, STAND_IN_PACKAGED: '1' }, timeout: 20_000 },
    );
    expect(stderr).toContain(startFailure.switches(['--remote-debugging-port']));
    expect(status).toBe(1);
    expect(readdirSync(stateDir)).toEqual([]);
  },
);
