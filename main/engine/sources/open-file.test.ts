import { execFileSync } from 'node:child_process';
import fs, {
  closeSync,
  constants,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openExaminedFile, openFile } from './open-file.ts';

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'lading-open-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const at = (name: string): string => join(path, name);
  writeFileSync(at('file'), 'evidence');
  symlinkSync('file', at('link'));
  return at;
}

/** What is opened, and whether a descriptor stays open. */
function kindOf(opened: ReturnType<typeof openFile>): string {
  if (opened.kind === 'file') closeSync(opened.fd);
  return opened.kind;
}

test('a link is followed only where it should be', () => {
  const at = folder();
  expect(kindOf(openFile(at('file'), false))).toBe('file');
  expect(kindOf(openFile(at('link'), false))).toBe('symbolic-link');
  expect(kindOf(openFile(at('link'), true))).toBe('file');
  expect(kindOf(openFile(at('.'), false))).toBe('folder');
});

test.skipIf(process.platform === 'win32')(
  'a link or a pipe that takes the place of a file before it is opened is not followed, and not waited for',
  () => {
    const at = folder();
    execFileSync('mkfifo', [at('pipe')]);
    const { openSync } = fs;
    onTestFinished(() => {
      fs.openSync = openSync;
      syncBuiltinESMExports();
    });
    for (const [name, kind] of [
      ['link', 'symbolic-link'],
      ['pipe', 'special-file'],
    ] as const) {
      rmSync(at('target'), { force: true });
      writeFileSync(at('target'), 'evidence');
      fs.openSync = (...given) => {
        // Without it, this would wait for ever.
        expect(Number(given[1]) & constants.O_NONBLOCK).not.toBe(0);
        renameSync(at(name), at('target'));
        return openSync(...given);
      };
      syncBuiltinESMExports();
      expect(kindOf(openFile(at('target'), false))).toBe(kind);
    }
    fs.openSync = openSync;
    syncBuiltinESMExports();
    expect(kindOf(openExaminedFile(at('target'), false))).toBe('special-file');
  },
);

test.skipIf(process.platform !== 'linux')('a file of size 0 that has content has grown', () => {
  const opened = openFile('/proc/sys/kernel/hostname', false);
  if (opened.kind !== 'file') throw new Error(opened.kind);
  onTestFinished(() => closeSync(opened.fd));
  expect(opened.stats.size).toBe(1n);
  const at = folder();
  writeFileSync(at('file'), '');
  const empty = openFile(at('file'), false);
  if (empty.kind !== 'file') throw new Error(empty.kind);
  onTestFinished(() => closeSync(empty.fd));
  expect(empty.stats.size).toBe(0n);
});
