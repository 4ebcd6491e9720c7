import { expect, onTestFinished, test, vi } from 'vitest';
import type { Item, ItemId } from '../store/item-repository.ts';
import type { UploadId } from '../types/ids.ts';
import { ReaderPool } from './reader-pool.ts';
import { noAnswerCode, ReadError } from './reader-protocol.ts';
import { SourceReader } from './source-reader.ts';
import { SourceRoots } from './source-roots.ts';

const item: Item = {
  id: 1 as ItemId,
  uploadId: 1 as UploadId,
  root: '/share',
  folder: '',
  folderBytes: null,
  name: 'a.pst',
  nameBytes: null,
  link: null,
  linkHasSecret: false,
  sizeBytes: 9,
  mtimeNs: 1n,
  device: 1n,
  fileId: 1n,
  custodian: null,
  custodianFrom: null,
  state: 'uploading',
  reason: null,
};

test('a file fails whose root a person gave up while the root was examined', async () => {
  const pool = new ReaderPool();
  const sources = new SourceReader(pool);
  onTestFinished(() => pool.close());
  const call = Promise.withResolvers<never>();
  vi.spyOn(sources, 'stat').mockReturnValue(call.promise);
  vi.spyOn(sources, 'stalled').mockReturnValue([{ path: item.root, since: new Date() }]);
  vi.spyOn(sources, 'giveUp').mockImplementation(() => call.reject(new ReadError(noAnswerCode, '')));
  const roots = new SourceRoots({
    sources,
    isOwnRoot: (path) => path === item.root,
    scanned: () => null,
    neighbors: () => [],
    failUnavailable: false,
    signal: new AbortController().signal,
  });
  const step = roots.afterFailure(item, { code: 'path-unreadable', errno: noAnswerCode });
  roots.failUnavailable();
  expect(await step).toEqual({
    kind: 'fail',
    failure: { code: 'source-unavailable', root: item.root, reason: { kind: 'not-answering' } },
  });
  expect(roots.waiting).toEqual([]);
});
