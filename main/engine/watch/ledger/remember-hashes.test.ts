import { expect, test } from 'vitest';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { settlingFile } from '../../../../test/fixtures/ledger-file.ts';
import type { FileVersion } from '../../sources/file-version.ts';
import { rememberHashes } from './remember-hashes.ts';

const version: FileVersion = { sizeBytes: 3, mtimeNs: 1n, device: 1n, fileId: 7n, bornNs: 2n, ctimeNs: 2n };

function remembering(limit?: number) {
  const { signal } = new AbortController();
  const read: number[] = [];
  const answers: Result<string>[] = [];
  const hash = rememberHashes(async ({ id }) => {
    read.push(id);
    return answers.shift() ?? success(`read ${read.length}`);
  }, limit);
  return {
    read,
    answers,
    hash: (id: number, of: Partial<FileVersion> = {}) =>
      hash({ ...settlingFile, id }, { ...version, ...of }, signal),
  };
}

test('a file is read again only if it could not be read, or too many were read since', async () => {
  const { hash, read, answers } = remembering(2);
  answers.push(failure('stopped'));
  for (const id of [1, 1, 1, 2, 2, 3, 1]) await hash(id);
  expect(read).toEqual([1, 1, 2, 3, 1]);
});

// Its row stays the same: a file that was made again with equal size, time, and ID, for example.
test.each<[string, Partial<FileVersion>]>([
  ['size', { sizeBytes: 4 }],
  ['time', { mtimeNs: 5n }],
  ['device', { device: 2n }],
  ['ID', { fileId: 8n }],
  ['time of birth', { bornNs: 3n, ctimeNs: 3n }],
  ['change time', { ctimeNs: 3n }],
])('a file with another %s is read again', async (_what, of) => {
  const { hash } = remembering();
  await hash(1);
  expect(await hash(1, of)).toEqual(success('read 2'));
  expect(await hash(1, of)).toEqual(success('read 2'));
});
