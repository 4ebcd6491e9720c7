import { expect, test } from 'vitest';
import { nextEvent } from '../../types/hash-chain.ts';
import { findAltered } from './check-altered.ts';

const serverUrl = 'https://review.example.com/';

function uploadOf(sources: readonly string[], logged = sources) {
  const request = { databaseId: 7, dataset: { id: 3 }, sources };
  // SQLite holds half a surrogate pair in JSON only.
  const roots = sources.map((source) => source.toWellFormed());
  const upload = { serverUrl, databaseId: 7, datasetId: 3, sources: roots, request };
  const data = { serverUrl, databaseId: 7, datasetId: 3, sources: logged };
  return { upload, log: [nextEvent(null, '2024-05-02T08:00:00.000Z', 'upload-created', data)] };
}

test.each([
  ['a folder', '/evidence/Ng, Ana'],
  // Windows allows it in a name, and the log can't hold it.
  ['a folder with half a surrogate pair in its name', '/evidence/\ud800'],
])('%s that nobody edited is not altered', (_, source) => {
  const { upload, log } = uploadOf([source]);
  expect(findAltered(upload, log)).toBe(null);
});

test('another source than the one in the log is', () => {
  const { upload, log } = uploadOf(['/etc'], ['/evidence']);
  expect(findAltered(upload, log)).toBe('sources');
});
