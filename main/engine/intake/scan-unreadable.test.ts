import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/scan-observer.ts';

const nobody = 65_534;

/** Root reads everything, so the scan runs in a process that has given its rights away. */
function seenWithoutRights(folder: string): {
  result: unknown;
  files: string[];
  problems: Record<string, string>;
} {
  const script = fileURLToPath(new URL('../../../test/fixtures/scan-as-nobody.ts', import.meta.url));
  const isRoot = process.getuid?.() === 0;
  const output = execFileSync(process.execPath, [script, folder, isRoot ? String(nobody) : ''], {
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

function plant(): string {
  const folder = temporaryFolder();
  for (const name of ['open', 'closed', 'listed']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'file'), '');
  }
  writeFileSync(join(folder, 'open/secret'), '');
  writeFileSync(join(folder, 'open/own'), '');
  if (process.getuid?.() === 0) chownSync(join(folder, 'open/own'), nobody, nobody);
  chmodSync(join(folder, 'open/secret'), 0o000);
  chmodSync(join(folder, 'open/own'), 0o600);
  chmodSync(join(folder, 'closed'), 0o000);
  // Its names can be listed, what they name cannot be looked at.
  chmodSync(join(folder, 'listed'), 0o444);
  chmodSync(folder, 0o755);
  return folder;
}

test('what may not be read is reported one by one, and the rest is found', () => {
  const folder = plant();
  const { files, problems } = seenWithoutRights(folder);
  expect(files.sort()).toEqual(['open/file', 'open/own']);
  expect(problems).toEqual({
    'open/secret': 'path-unreadable',
    closed: 'folder-unreadable',
    'listed/file': 'path-unreadable',
  });
  for (const name of ['closed', 'listed']) chmodSync(join(folder, name), 0o700);
});

test.each(['closed', 'open/secret'])('an unreadable root, %s, is refused', (name) => {
  const folder = plant();
  const { result } = seenWithoutRights(join(folder, name));
  expect(result).toMatchObject({ ok: false, failure: { code: 'path-unreadable' } });
  for (const one of ['closed', 'listed']) chmodSync(join(folder, one), 0o700);
});
