/** The application opens a data folder only where it may. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { contentOf } from '../fixtures/folder-content.ts';
import { endAll, newFolder } from './app-driver.ts';
import { noWindow } from './browser.ts';

const repository = join(import.meta.dirname, '..', '..');
afterAll(endAll);

test.skipIf(noWindow !== null)(
  'a data folder with other files in it is refused before anything in it is changed',
  () => {
    const stateDir = newFolder();
    for (const name of ['logs', 'window', 'requests']) {
      mkdirSync(join(stateDir, name), { mode: 0o755 });
      writeFileSync(join(stateDir, name, 'letter.docx'), 'Dear Sir', { mode: 0o644 });
    }
    const before = contentOf(stateDir);
    const register = join(repository, 'build', 'stand-in', 'register.ts');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', register, join(repository, 'main', 'index.ts'), '--state', stateDir],
      { encoding: 'utf8', timeout: 120_000 },
    );
    expect(stderr).toContain(failureText({ code: 'folder-not-lading', path: stateDir, found: 'logs' }));
    expect(status).toBe(1);
    expect(contentOf(stateDir)).toEqual(before);
  },
);
