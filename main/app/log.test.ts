import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { knownSecrets } from '../../preload/contract/texts/known-secrets.ts';
import { openLog } from './log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the log', () => {
  it('contains no secret', () => {
    const log = openLog(join(folder, 'lading.log'));
    log.info('PUT https://store.example/part?X-Signature=Zm9vYmFyYmF6cXV4 failed');
    log.error('key prod.ab12cd.Zm9vYmFyYmF6cXV4Zm9vYmFy', new Error('Bearer Zm9vYmFyYmF6cXV4'));
    expect(readFileSync(log.path, 'utf8')).not.toContain('Zm9v');
  });

  it('has one line per call, which no text can break or forge', () => {
    const log = openLog(join(folder, 'lading.log'));
    const forged = '\n2026-01-01T00:00:00.000Z The receipt was verified.\r\u2028\u001b[2J\u202e';
    log.info(`a${forged}`);
    log.error(`b${forged}`, new Error(forged, { cause: new AggregateError([new Error(forged)], forged) }));
    const text = readFileSync(log.path, 'utf8');
    expect(text.split('\n').map((line) => line.split(' ')[1]?.slice(0, 2))).toEqual([
      'a\\',
      'b\\',
      undefined,
    ]);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Cf}]/u);
  });

  it('contains no known secret, in no form, and no cause that has one', () => {
    const password = 'pä"s/w';
    onTestFinished(knownSecrets.add([password, `ana:${password}`]));
    const log = openLog(join(folder, 'lading.log'));
    const forms = [
      password,
      encodeURIComponent(password),
      JSON.stringify(password),
      Buffer.from(`ana:${password}`).toString('base64'),
    ];
    for (const form of forms) log.error(form, new Error('x', { cause: new Error(form) }));
    const text = readFileSync(log.path, 'utf8');
    for (const form of forms) expect(text).not.toContain(form);
    expect(text.match(/■■■/g)).toHaveLength(2 * forms.length);
  });

  it('gets what a full disk refused with the next line that fits', () => {
    const log = openLog(join(folder, 'logs'));
    mkdirSync(log.path); // a folder in its place can't be written, like a full disk
    log.info('one');
    log.info('two');
    rmdirSync(log.path);
    log.info('three');
    log.info('four');
    const lines = readFileSync(log.path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['one', 'two', 'three', 'four']);
  });

  it.skipIf(process.platform === 'win32')('never writes through a link or into a pipe', () => {
    const evidence = join(folder, 'evidence.pst');
    writeFileSync(evidence, 'evidence');
    const plants: readonly ((path: string) => void)[] = [
      (path) => symlinkSync(evidence, path),
      (path) => symlinkSync(join(folder, 'new.txt'), path),
      (path) => linkSync(evidence, path),
      (path) => void execFileSync('mkfifo', [path]),
    ];
    const log = openLog(join(folder, 'lading.log'));
    for (const [index, plant] of plants.entries()) {
      rmSync(log.path, { force: true });
      plant(log.path);
      log.info(`line ${index}`);
      expect(lstatSync(log.path).isFile()).toBe(true);
      expect(readFileSync(log.path, 'utf8')).toMatch(new RegExp(`^\\S+Z line ${index}\n$`));
    }
    expect(readFileSync(evidence, 'utf8')).toBe('evidence');
    expect(existsSync(join(folder, 'new.txt'))).toBe(false);
  });

  it('is written synchronously and rotates: never more than two files', () => {
    const log = openLog(join(folder, 'logs', 'lading.log'));
    log.error('snapshot', new Error('boom'));
    expect(readFileSync(log.path, 'utf8')).toMatch(/^\S+Z snapshot: Error: boom\\n {4}at /);
    const line = 'x'.repeat(50_000);
    for (let written = 0; written < 50; written += 1) log.info(line);
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['lading.log', 'lading.log.old']);
    expect(readFileSync(log.path).length).toBeLessThan(1_100_000);
  });
});
