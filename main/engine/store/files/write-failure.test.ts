import { expect, test } from 'vitest';
import { folderFailure, writeFailure } from './write-failure.ts';

test.each(['ENOSPC', 'EDQUOT'])('%s means a full disk in a folder, in a file, and in a stream', (code) => {
  const error = Object.assign(new Error(code), { code });
  const full = { ok: false, failure: { code: 'disk-full', path: '/data' } };
  expect(folderFailure(error, '/data')).toEqual(full);
  expect(writeFailure(error, '/data')).toEqual(full);
  expect(writeFailure(error)).toEqual({ ok: false, failure: { code: 'disk-full' } });
});
