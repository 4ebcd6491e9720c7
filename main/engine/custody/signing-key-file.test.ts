import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { failureOf, unwrap } from '../../../test/fixtures/result.ts';
import { keyFileName } from '../store/files/own-names.ts';
import { openKeyFile } from './signing-key-file.ts';

let dir = '';
let path = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lading-key-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  path = join(dir, keyFileName);
});

describe('the key file', () => {
  test('is made once', () => {
    const made = unwrap(openKeyFile(dir));
    expect(made.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(made.storage).toBe('file');
    expect(unwrap(openKeyFile(dir)).fingerprint).toBe(made.fingerprint);
    expect(readdirSync(dir)).toEqual([keyFileName]);
  });

  test.skipIf(process.platform === 'win32')('can be read by this user only, also after a copy', () => {
    unwrap(openKeyFile(dir));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o644);
    unwrap(openKeyFile(dir));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test.skipIf(process.platform === 'win32')(
    'that is a link leaves the permissions of its target alone',
    () => {
      const target = join(dir, 'elsewhere.pem');
      const made = unwrap(openKeyFile(dir));
      renameSync(path, target);
      chmodSync(target, 0o644);
      symlinkSync(target, path);
      expect(unwrap(openKeyFile(dir)).fingerprint).toBe(made.fingerprint);
      expect(statSync(target).mode & 0o777).toBe(0o644);
    },
  );

  test.each([
    ['empty', ''],
    ['cut off', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2Vw'],
    [
      'of another algorithm',
      '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VuBCIEIDhrx5S2sZC7dWpn1bIRSbrEUkDxTOD8F7nZ1PJuqXZg\n-----END PRIVATE KEY-----\n',
    ],
    ['not text', '\0\xff'],
  ])('that is %s is kept under another name, and replaced', (_what, content) => {
    writeFileSync(path, content);
    const made = unwrap(openKeyFile(dir));
    const kept = readdirSync(dir).filter((name) => name.startsWith(`${keyFileName}.damaged-`));
    expect(kept).toHaveLength(1);
    expect(readFileSync(join(dir, kept[0] ?? ''), 'utf8')).toBe(content);
    expect(unwrap(openKeyFile(dir)).fingerprint).toBe(made.fingerprint);
  });

  test('that can not be read is a failure, and is neither moved nor replaced', () => {
    // A folder in its place can't be read by anybody, root included.
    mkdirSync(path);
    expect(failureOf(openKeyFile(dir))).toMatchObject({ code: 'signing-key-unreadable', path });
    expect(readdirSync(dir)).toEqual([keyFileName]);
  });

  /** In a process of its own, which a key that is never read to its end can't stop. */
  async function openElsewhere(): Promise<string> {
    const module = new URL('./signing-key-file.ts', import.meta.url).href;
    const code = `const { openKeyFile } = await import(${JSON.stringify(module)});
      console.log(openKeyFile(${JSON.stringify(dir)}).value.fingerprint);`;
    const args = ['--input-type=module', '-e', code];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
    return stdout.trim();
  }

  test.skipIf(process.platform === 'win32').each([
    ['a pipe', () => execFileSync('mkfifo', [path])],
    ['a device', () => symlinkSync('/dev/zero', path)],
    ['far too long', () => writeFileSync(path, Buffer.alloc(50_000))],
  ])('that is %s is replaced without being read', async (_, put) => {
    put();
    expect(await openElsewhere()).toBe(unwrap(openKeyFile(dir)).fingerprint);
    expect(readdirSync(dir)).toHaveLength(2);
  });

  test('is the same for processes that make it at the same moment', async () => {
    const runs = Array.from({ length: 4 }, openElsewhere);
    const fingerprints = new Set(await Promise.all(runs));
    expect(fingerprints).toEqual(new Set([unwrap(openKeyFile(dir)).fingerprint]));
    expect(readdirSync(dir)).toEqual([keyFileName]);
  });
});
