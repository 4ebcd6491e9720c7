import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zipBytes } from '../fixtures/zip-bytes.ts';
import { callOk, draft, folder, setUpHandlers } from './rpc-handlers.ts';

setUpHandlers();

test('a container that says it holds more than it can is forecast with what it can hold', async () => {
  const evidence = join(folder, 'bomb');
  mkdirSync(evidence, { recursive: true });
  const claims = { expandedBytes: 4_294_967_294 };
  const zip = zipBytes([{ name: 'a.txt', content: Buffer.from('ten bytes!'), deflate: true, claims }]);
  writeFileSync(join(evidence, 'a.zip'), zip);
  const { id } = await draft([evidence]);
  const { containers } = await callOk('drafts.preflight', { uploadId: id });
  expect(containers).toMatchObject({ listed: 1, bytes: zip.length });
  expect(containers.expandedBytes).toBeLessThan(1032 * zip.length);
});

test('containers are forecast with what they say they hold', async () => {
  const evidence = join(folder, 'containers');
  mkdirSync(evidence, { recursive: true });
  const content = Buffer.alloc(20_000);
  const zip = zipBytes([{ name: 'a.txt', content, deflate: true }]);
  writeFileSync(join(evidence, 'a.zip'), zip);
  writeFileSync(join(evidence, 'plain.txt'), 'text');
  const { id } = await draft([evidence]);
  expect((await callOk('drafts.preflight', { uploadId: id })).containers).toEqual({
    listed: 1,
    bytes: zip.length,
    expandedBytes: 20_000,
  });
  const { totals } = await callOk('drafts.preflight', { uploadId: id });
  expect(totals.queued.items).toBe(2);
});
