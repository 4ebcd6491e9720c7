/** Files that the programs of other people made. Each test is skipped where its program is not installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentType } from '../../../preload/contract/views/content-type.ts';
import { pdfBytes } from '../../../test/fixtures/container-bytes.ts';
import { memoryFile } from '../../../test/fixtures/memory-file.ts';
import type { ContentCheck } from './content-check.ts';
import { checkContent } from './readers.ts';
import { recognizeFile } from './recognize/recognize.ts';

let folder = '';
const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
/** The title says why a test is skipped. */
function withProgram(program: string, title: string, run: () => void): void {
  const isMissing = !has(program);
  test.skipIf(isMissing)(isMissing ? `${title} (${program} is not installed)` : title, run);
}
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, stdio: 'pipe', timeout: 60_000 });
const bytesOf = (name: string) => readFileSync(join(folder, name));

function expectFile(name: string, type: ContentType, check: Partial<ContentCheck>): void {
  const file = memoryFile(bytesOf(name));
  expect(recognizeFile(file)).toBe(type);
  expect(checkContent(type, file)).toMatchObject({ damage: null, ...check });
}

/** Cut after these shares of it. */
function expectDamageWhenCut(name: string, type: ContentType, shares = [0.2, 0.5, 0.9, 0.99]): void {
  const bytes = bytesOf(name);
  for (const share of shares)
    expect(
      checkContent(type, memoryFile(bytes.subarray(0, bytes.length * share))).damage,
      `${share}`,
    ).not.toBeNull();
}

const open = { isEncrypted: false, locked: null } as const;
const locked = { isEncrypted: true, locked: 'file' } as const;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-containers-'));
  for (const name of ['Ann Lee', 'Bo Ek', 'Łódź']) {
    mkdirSync(join(folder, 'share', name, 'mail'), { recursive: true });
    writeFileSync(join(folder, 'share', name, 'mail', 'a.txt'), `evidence of ${name}\n`.repeat(200));
  }
  writeFileSync(join(folder, 'readme.txt'), 'readme');
  writeFileSync(join(folder, 'plain.pdf'), pdfBytes());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const folders = ['share/Ann Lee/mail/', 'share/Bo Ek/mail/', 'share/Łódź/mail/'];

describe('zip', () => {
  withProgram('zip', 'an archive is listed by folder', () => {
    run('zip', '-qr', 'a.zip', 'share', 'readme.txt');
    expectFile('a.zip', 'zip', open);
    const { listing } = checkContent('zip', memoryFile(bytesOf('a.zip')));
    expect(listing?.folders.map(({ path }) => path).sort()).toEqual(['', ...folders]);
    expect(listing?.entries).toBe(4);
    expectDamageWhenCut('a.zip', 'zip');
  });
  withProgram('zip', 'a password is found', () => {
    run('zip', '-qr', '-P', 'secret', 'locked.zip', 'share');
    expectFile('locked.zip', 'zip', locked);
    run('zip', '-q', 'locked.zip', 'readme.txt');
    expectFile('locked.zip', 'zip', { isEncrypted: true, locked: 'entries' });
  });
  withProgram('zip', 'segments are told apart from a damaged archive', () => {
    writeFileSync(
      join(folder, 'noise.bin'),
      Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * at) % 251)),
    );
    run('zip', '-q0', '-s', '64k', 'split.zip', 'noise.bin');
    expect(recognizeFile(memoryFile(bytesOf('split.z01')))).toBe('zip-segment');
    expect(checkContent('zip', memoryFile(bytesOf('split.zip')))).toMatchObject({
      damage: null,
      listing: { entries: 1 },
    });
  });
  withProgram('7z', 'AES is found', () => {
    run('7z', 'a', '-tzip', '-mem=AES256', '-psecret', 'aes.zip', 'share');
    expectFile('aes.zip', 'zip', locked);
  });
});

describe('7z', () => {
  withProgram('7z', 'an archive is whole or cut, and listed by folder', () => {
    writeFileSync(join(folder, 'share', 'empty.txt'), '');
    run('7z', 'a', 'a.7z', 'share', 'readme.txt');
    rmSync(join(folder, 'share', 'empty.txt'));
    expectFile('a.7z', '7z', open);
    const { listing } = checkContent('7z', memoryFile(bytesOf('a.7z')));
    expect(listing).toMatchObject({ entries: 5, encryptedEntries: 0 });
    const sizes = (listing?.folders ?? []).map(({ path, entries, bytes }) => [path, entries, bytes]);
    const bytesIn = (name: string) => Buffer.byteLength(`evidence of ${name}\n`.repeat(200));
    expect(sizes.sort()).toEqual([
      ['', 1, 6],
      ['share/', 1, 0],
      ...['Ann Lee', 'Bo Ek', 'Łódź'].map((name) => [`share/${name}/mail/`, 1, bytesIn(name)]),
    ]);
    expectDamageWhenCut('a.7z', '7z');
  });
  withProgram('7z', 'a password is found, with names shown or hidden', () => {
    run('7z', 'a', '-psecret', 'names.7z', 'share');
    expectFile('names.7z', '7z', locked);
    expect(checkContent('7z', memoryFile(bytesOf('names.7z'))).listing).toMatchObject({
      ...{ entries: 3, encryptedEntries: 3 },
      folders: folders.map((path) => ({ path })),
    });
    run('7z', 'a', '-psecret', '-mhe=on', 'hidden.7z', 'share');
    expectFile('hidden.7z', '7z', locked);
    expect(checkContent('7z', memoryFile(bytesOf('hidden.7z'))).listing).toBeNull();
    cpSync(join(folder, 'a.7z'), join(folder, 'some.7z'));
    run('7z', 'a', '-psecret', 'some.7z', 'readme.txt');
    expectFile('some.7z', '7z', { isEncrypted: true, locked: 'entries' });
  });
});

describe('tar, gzip, xz', () => {
  for (const format of ['ustar', 'gnu', 'pax', 'v7'])
    withProgram('tar', `a ${format} archive is whole or cut`, () => {
      run('tar', `--format=${format}`, '-cf', `${format}.tar`, 'share');
      expectFile(`${format}.tar`, 'tar', open);
      // Most of it is padding.
      expectDamageWhenCut(`${format}.tar`, 'tar', [0.05, 0.2]);
      const { listing } = checkContent('tar', memoryFile(bytesOf(`${format}.tar`)));
      expect(listing?.folders.map(({ path }) => path).sort()).toEqual(folders);
      expect(listing?.entries).toBe(3);
    });
  for (const format of ['gnu', 'pax'])
    withProgram(
      'tar',
      `a ${format} archive lists names of any length, files of any size, and links to files`,
      () => {
        const long = `${'Łódź '.repeat(20)}/${'b'.repeat(120)}/${'c'.repeat(120)}`;
        mkdirSync(join(folder, 'long', long), { recursive: true });
        writeFileSync(join(folder, 'long', long, 'a.txt'), 'evidence');
        linkSync(join(folder, 'long', long, 'a.txt'), join(folder, 'long', 'z.txt'));
        run('tar', `--format=${format}`, '--sort=name', '-cf', `long-${format}.tar`, './long');
        const { listing, damage } = checkContent('tar', memoryFile(bytesOf(`long-${format}.tar`)));
        expect(damage).toBeNull();
        expect(listing).toMatchObject({ entries: 2, expandedBytes: 8, encryptedEntries: 0 });
        expect(listing?.folders.map(({ path }) => path).sort()).toEqual(['./long/', `./long/${long}/`]);
        rmSync(join(folder, 'long'), { recursive: true });
      },
    );
  withProgram('tar', 'an archive with names that are not UTF-8 is not listed', () => {
    mkdirSync(join(folder, 'bytes'));
    writeFileSync(Buffer.concat([Buffer.from(join(folder, 'bytes/')), Buffer.from([0xe9])]), 'x');
    run('tar', '-cf', 'bytes.tar', 'bytes');
    expectFile('bytes.tar', 'tar', { ...open, listing: null });
  });
  withProgram('xz', 'an xz file is whole or cut', () => {
    run('xz', '-k', 'readme.txt');
    expectFile('readme.txt.xz', 'xz', open);
    expectDamageWhenCut('readme.txt.xz', 'xz');
  });
  withProgram('gzip', 'a gzip file is recognized', () => {
    run('gzip', '-k', 'readme.txt');
    expectFile('readme.txt.gz', 'gz', open);
  });
});

describe('qpdf', () => {
  for (const bits of ['40', '128', '256'])
    withProgram('qpdf', `${bits} bits: a password locks, permissions don't`, () => {
      const weak = bits === '256' ? [] : ['--allow-weak-crypto'];
      const encrypt = (user: string, name: string) =>
        run('qpdf', ...weak, 'plain.pdf', '--encrypt', user, 'owner', bits, '--', name);
      encrypt('secret', `locked-${bits}.pdf`);
      expectFile(`locked-${bits}.pdf`, 'pdf', locked);
      encrypt('', `restricted-${bits}.pdf`);
      expectFile(`restricted-${bits}.pdf`, 'pdf', { isEncrypted: true, locked: null });
    });
  withProgram('qpdf', 'with cross-reference streams, linearized, and cut', () => {
    run('qpdf', '--object-streams=generate', '--linearize', 'plain.pdf', 'linear.pdf');
    expectFile('linear.pdf', 'pdf', open);
    run(
      'qpdf',
      '--object-streams=generate',
      '--linearize',
      'plain.pdf',
      '--encrypt',
      'a',
      'b',
      '256',
      '--',
      'web.pdf',
    );
    expectFile('web.pdf', 'pdf', locked);
    const whole = bytesOf('plain.pdf');
    expect(checkContent('pdf', memoryFile(whole.subarray(0, 100))).damage).toMatchObject({
      kind: 'end-missing',
    });
  });
});

describe('images', () => {
  withProgram('genisoimage', 'an optical disc is whole or cut', () => {
    writeFileSync(join(folder, 'share', 'large.bin'), Buffer.alloc(2_000_000, 7));
    run('genisoimage', '-quiet', '-J', '-R', '-o', 'disc.iso', 'share');
    expectFile('disc.iso', 'iso', open);
    const bytes = bytesOf('disc.iso');
    expect(checkContent('iso', memoryFile(bytes.subarray(0, bytes.length / 2))).damage).toMatchObject({
      kind: 'cut-short',
      foundBytes: bytes.length / 2,
    });
  });
  withProgram('ewfacquirestream', 'an image in segments: each is whole, and a cut one is found', () => {
    const noise = Buffer.from(
      Array.from({ length: 3_000_000 }, (_, at) => (at * 7919 + ((at * at) >> 3)) % 253),
    );
    execFileSync(
      'ewfacquirestream',
      [
        '-t',
        join(folder, 'image'),
        '-S',
        '1MiB',
        '-c',
        'none',
        '-q',
        '-C',
        '1',
        '-D',
        'd',
        '-e',
        'e',
        '-E',
        '1',
        '-N',
        'n',
      ],
      { input: noise, stdio: ['pipe', 'ignore', 'ignore'], timeout: 60_000 },
    );
    const segments = readdirSync(folder).filter((name) => /^image\.E\d\d$/.test(name));
    expect(segments.length).toBeGreaterThan(1);
    for (const name of segments) expectFile(name, 'e01', open);
    for (const name of segments) expectDamageWhenCut(name, 'e01');
  });
});

describe('LibreOffice', () => {
  withProgram('soffice', 'workbooks are told apart', () => {
    writeFileSync(join(folder, 'table.csv'), 'a,b\n1,2\n');
    const profile = `-env:UserInstallation=file://${folder}/office`;
    for (const format of ['xlsx', 'ods', 'xls'])
      run('soffice', profile, '--headless', '--convert-to', format, 'table.csv');
    expectFile('table.xlsx', 'xlsx', open);
    expectFile('table.ods', 'odf', open);
    expectFile('table.xls', 'xls', open);
    for (const [name, type] of [
      ['table.xlsx', 'xlsx'],
      ['table.ods', 'odf'],
      ['table.xls', 'xls'],
    ] as const)
      expectDamageWhenCut(name, type, [0.2, 0.5]);
  });
});
