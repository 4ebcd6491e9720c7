import { expect, test } from 'vitest';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { settlingFile } from '../../../test/fixtures/ledger-file.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import { rememberHashes } from './remember-hashes.ts';

test('a file is read again only if it changed, could not be read, or too many were read since', async () => {
  const { signal } = new AbortController();
  const read: number[] = [];
  let answer: Result<string> = failure('stopped');
  const hash = rememberHashes(async ({ id }) => {
    read.push(id);
    return answer;
  }, 2);
  const file = (id: number, of: Partial<LedgerFile> = {}): LedgerFile => ({ ...settlingFile, id, ...of });
  await hash(file(1), signal);
  answer = success('h');
  for (const one of [file(1), file(1), file(1, { mtimeNs: 5n }), file(2), file(2), file(1)])
    expect(await hash(one, signal)).toEqual(answer);
  expect(read).toEqual([1, 1, 1, 2, 1]);
});
