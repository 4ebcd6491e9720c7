import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leastSeconds } from '../fixtures/least-seconds.ts';
import { zipBytes } from '../fixtures/zip-bytes.ts';
import { callOk, draft, folder, setUpHandlers } from './rpc-handlers.ts';

setUpHandlers('all');

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

test('the bandwidth limit and its schedule count, whether or not the line was measured', async () => {
  const evidence = join(folder, 'limited');
  mkdirSync(evidence, { recursive: true });
  writeFileSync(join(evidence, 'a.bin'), Buffer.alloc(500_000));
  const { id } = await draft([evidence]);
  const limits = { concurrency: 4, schedule: null, bytesPerSecond: 1_000 };
  const timeOf = async () => (await callOk('drafts.preflight', { uploadId: id })).time;
  await callOk('limits.set', limits);
  expect(await timeOf()).toMatchObject({
    measurements: 0,
    times: [{ lineBytesPerSecond: null, bound: { kind: 'bandwidth-limit', bytesPerSecond: 1_000 } }],
  });
  expect(leastSeconds(await timeOf())).toBeGreaterThanOrEqual(500);
  const everyDay = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' };
  await callOk('limits.set', {
    ...limits,
    bytesPerSecond: null,
    schedule: { ...everyDay, sends: 'limited', bytesPerSecond: 2_000 },
  });
  expect(leastSeconds(await timeOf())).toBeGreaterThanOrEqual(250);
  await callOk('limits.set', { ...limits, bytesPerSecond: null });
  expect(leastSeconds(await timeOf())).toBeLessThan(250);
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
