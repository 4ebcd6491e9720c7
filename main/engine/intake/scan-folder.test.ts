import { type Dir, lstatSync, opendirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/scan-observer.ts';
import { readEntries } from './scan-folder.ts';

/**
 * As Node's Dir behaves on a file system that does not say what an entry is: it looks each one up by its raw name, and
 * one that it cannot find throws away all that it had read ahead.
 */
function blindDir(path: string, missesAfter: number): Pick<Dir, 'readSync' | 'closeSync'> {
  const dir = opendirSync(path, { encoding: 'latin1' });
  let handed = 0;
  return {
    readSync() {
      if (handed === missesAfter) lstatSync(join(path, Buffer.from('é').toString('latin1')));
      handed += 1;
      return dir.readSync();
    },
    closeSync: () => dir.closeSync(),
  };
}

function plant(): string {
  const folder = temporaryFolder();
  for (let index = 0; index < 300; index += 1) writeFileSync(join(folder, `f${index}`), '');
  writeFileSync(join(folder, 'é'), '');
  return folder;
}

test.each([0, 1, 128, 301])(
  'a lookup that fails after %i entries loses none and repeats none',
  (missesAfter) => {
    const folder = plant();
    const names: string[] = [];
    expect(readEntries(folder, blindDir(folder, missesAfter), (raw) => names.push(raw))).toBeNull();
    expect(names.toSorted()).toEqual(readdirSync(folder, { encoding: 'latin1' }).toSorted());
  },
);

test('a folder that changed before it was reread is reported', () => {
  const folder = plant();
  const names: string[] = [];
  const fault = readEntries(folder, blindDir(folder, 128), (raw) => {
    names.push(raw);
    if (names.length === 128)
      for (const name of names.slice(0, 5)) rmSync(join(folder, name), { force: true });
  });
  expect(fault).toMatchObject({ code: 'changed-during-scan' });
});
