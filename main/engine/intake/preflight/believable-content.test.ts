import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { severityOf } from '../../../../preload/contract/views/finding.ts';
import { pseudoRandom } from '../../../../test/fakes/evidence.ts';
import { fileIdentity } from '../../types/source-path.ts';
import { inspectFile } from './inspect-file.ts';

function inspect(name: string, write: (path: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-inspect-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  write(path);
  const { sizeBytes, mtimeNs, fileId } = fileIdentity(statSync(path, { bigint: true }));
  let calls = 0;
  const call = <T>(run: () => T): T => {
    calls += 1;
    return run();
  };
  const found = inspectFile(path, { name, sizeBytes, mtimeNs, fileId }, { call, followLink: false });
  return { ...found, calls };
}

const content = (name: string, bytes: Uint8Array) => inspect(name, (path) => writeFileSync(path, bytes));
const random = (bytes: number) => Buffer.concat([...pseudoRandom('no format', bytes)]);

/** Zeros but for some bytes, and sparse on the disk. */
const sparse = (name: string, sizeBytes: number, at: readonly number[] = []) =>
  inspect(name, (path) => {
    const fd = openSync(path, 'w');
    ftruncateSync(fd, sizeBytes);
    for (const position of at) writeSync(fd, Buffer.from('evidence'), 0, 8, position);
    closeSync(fd);
  });

const extensions = ['pst', 'docx', 'pdf', 'zip', 'E01', 'jpg', 'xlsx', 'mp4', 'txt'];

test.each(extensions)('zeros named .%s are one error, and of unknown type', (extension) => {
  const { type, findings } = content(`a.${extension}`, Buffer.alloc(20_000));
  expect(type).toBe('unknown');
  expect(findings).toEqual([{ code: 'only-zeros', details: {} }]);
  expect(severityOf('only-zeros')).toBe('error');
});

test.each(extensions)('random bytes named .%s are one error, and of unknown type', (extension) => {
  const { type, findings } = content(`a.${extension}`, random(20_000));
  expect(type).toBe('unknown');
  expect(findings).toEqual([{ code: 'unknown-content', details: { extension: extension.toLowerCase() } }]);
  expect(severityOf('unknown-content')).toBe('error');
});

test.each([
  ['a.bin', 0xff, 16],
  ['a.docx', 0xff, 50_000],
  ['a', 0xf6, 50_000],
  ['a.pdf', 0x41, 300],
  ['a.txt', 0x55, 50_000],
])('one byte over and over: %s', (name, byte, sizeBytes) => {
  const { type, findings } = content(name, Buffer.alloc(sizeBytes, byte));
  expect(type).toBe('unknown');
  expect(findings).toEqual([{ code: 'one-byte', details: { byte } }]);
  expect(severityOf('one-byte')).toBe('error');
});

test.each([
  ['a.bin', Buffer.of(1)],
  ['lock', Buffer.of(0)],
  ['a.txt', Buffer.from('x')],
  ['a.txt', Buffer.from('\n\n\n')],
  ['rule.md', Buffer.alloc(80, '=')],
  ['zeros.dd', Buffer.concat([Buffer.alloc(70_000), Buffer.of(1)])],
  ['a.xyz', random(9_000)],
  ['README', random(9_000)],
  ['disk.003', Buffer.alloc(9_000)],
  ['mostly.txt', Buffer.from(`${'A line of a log\r\n'.repeat(40)}\0\0\0\0\x01`)],
  ['end.txt', Buffer.from('Text of DOS ends with a sign.\r\n\x1a')],
])('nothing is wrong with %s', (name, bytes) => {
  expect(content(name, bytes).findings).toEqual([]);
});

test('of a large file, samples are read, and the finding says how much', () => {
  const { findings, calls } = sparse('mail.pst', 40e9);
  expect(findings).toMatchObject([{ code: 'one-byte-sampled', details: { byte: 0, sizeBytes: 40e9 } }]);
  const [found] = findings;
  const readBytes = found?.code === 'one-byte-sampled' ? found.details.readBytes : 0;
  expect(readBytes).toBeGreaterThan(2_000_000);
  expect(readBytes).toBeLessThan(10_000_000);
  expect(calls).toBeLessThan(100);
});

test('one of 64 MiB is read whole', () => {
  expect(sparse('mail.pst', 1024 * 65_536).findings).toEqual([{ code: 'only-zeros', details: {} }]);
  expect(sparse('mail.pst', 1024 * 65_536, [33_333_333]).findings).not.toMatchObject([
    { code: 'only-zeros' },
  ]);
  expect(sparse('mail.pst', 1024 * 65_536 + 1).findings).toMatchObject([{ code: 'one-byte-sampled' }]);
});

test.each([4096, 70_000, 1_000_000, 39_999_999_000])('content at byte %i is found among zeros', (at) => {
  expect(sparse('disk.dd', 40e9, [at]).findings).toEqual([]);
});

test.each([
  ['~$Memo.docx', 162, []],
  ['._Memo.docx', 4096, []],
  ['~$Memo.docx', 20_000, ['unknown-content']],
])('%s of %i bytes, as Office or macOS write beside a document', (name, bytes, codes) => {
  expect(content(name, random(bytes)).findings.map(({ code }) => code)).toEqual(codes);
});
