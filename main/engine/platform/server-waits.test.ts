import { expect, test } from 'vitest';
import { answerJson } from '../../../test/fakes/http-server.ts';
import { platformAt, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { createServerWaits } from './server-waits.ts';

const minuteMs = 60_000;
const never = new AbortController().signal;

test('a success ends every wait for a server that gave no answer, and none that it asked for', async () => {
  const waits = createServerWaits(() => 0);
  const stop = new AbortController();
  const asked = waits.wait(minuteMs, false, stop.signal);
  const early = [waits.wait(minuteMs, true, undefined), waits.wait(minuteMs, true, never)];
  waits.succeeded();
  expect(await Promise.all(early)).toEqual([true, true]);
  stop.abort();
  expect(await asked).toBe(false);
});

test('those that waited come back one after the other, and none later than it would have', async () => {
  const random = [0.001, 0.05];
  const waits = createServerWaits(() => random.shift() ?? 1);
  const ended: number[] = [];
  const all = [minuteMs, minuteMs, 30].map(async (waitMs, index) => {
    await waits.wait(waitMs, true, undefined);
    ended.push(index);
  });
  waits.succeeded();
  await Promise.all(all);
  expect(ended).toEqual([0, 2, 1]);
});

test('a stop ends a wait, also one that a success ended', async () => {
  const waits = createServerWaits(() => 1);
  const stop = new AbortController();
  const both = [waits.wait(minuteMs, true, stop.signal)];
  waits.succeeded();
  both.push(waits.wait(minuteMs, true, stop.signal));
  stop.abort();
  expect(await Promise.all(both)).toEqual([false, false]);
});

test('a request that waits for a minute is made again once another one succeeded', async () => {
  let isAway = true;
  const fake = await startFakeServer(({ target }, response) =>
    isAway
      ? void response.destroy()
      : answerJson(response, 200, { data: { url: `https://part.example${target}` } }),
  );
  // No wait at first, then the longest.
  let waits = 0;
  const waiting = Promise.withResolvers<void>();
  const platform = await platformAt(fake.url, {
    random: () => (waits < 8 ? -1 : waits === 8 ? 1 : 0),
    onWaiting: (wait) => {
      if (wait !== null) waits += 1;
      if (waits === 9) waiting.resolve();
    },
  });
  const begunMs = performance.now();
  const first = platform.partUrl(1, 2, 3);
  await waiting.promise;
  isAway = false;
  expect((await platform.partUrl(1, 2, 4)).ok).toBe(true);
  expect((await first).ok).toBe(true);
  expect(performance.now() - begunMs).toBeLessThan(20_000);
});
