import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/scan-observer.ts';

/** Files are made many times faster in memory, where the machine allows for so many. */
function roomyPlace(): string {
  const inMemory = '/dev/shm';
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize, ffree } = statfsSync(inMemory);
  return bavail * bsize > 1024 ** 3 && ffree > 400_000 ? inMemory : tmpdir();
}

function plant(folder: string, files: number): string {
  mkdirSync(folder);
  // Native tools: they make files several times faster than Node does.
  const script = `cd "$1" && seq -f 'a-document-with-a-name-of-usual-length-%g.txt' "$2" | xargs touch`;
  execFileSync('sh', ['-ec', script, 'sh', folder, String(files)]);
  return folder;
}

test('200,000 files in one folder take no more memory than 20,000', () => {
  const folder = temporaryFolder(roomyPlace());
  const few = plant(join(folder, 'few'), 20_000);
  const many = plant(join(folder, 'many'), 200_000);
  const script = fileURLToPath(new URL('../../../test/fixtures/scan-growth.ts', import.meta.url));
  const output = execFileSync(process.execPath, [script, few, many], { encoding: 'utf8' });
  const { files, grownMiB }: { files: number; grownMiB: number } = JSON.parse(output);
  expect(files).toBe(200_000);
  // Held whole, the names alone take 28 MiB.
  expect(grownMiB).toBeLessThan(16);
}, 240_000);
