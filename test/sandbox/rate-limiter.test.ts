import { describe, expect, test } from 'vitest';
import { SlidingWindow } from '../../main/sandbox/rate-limiter.ts';
import { maxInWindow } from '../../main/sandbox/store/request-log.ts';
import { covers } from '../conformance/covers.ts';
import fc from '../fixtures/property.ts';
import { createClient, pollUntil, sendRequest, startTestSandbox } from './sandbox-client.ts';

const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 });

function timesOf(steps: readonly number[]): number[] {
  let now = 0;
  return steps.map((step) => {
    now += step;
    return now;
  });
}

describe('the sliding window', () => {
  test('never admits more than the limit in any window, and refuses no request within the limit', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 10 }), (steps, limit) => {
        const window = new SlidingWindow(limit);
        const admitted: number[] = [];
        for (const now of timesOf(steps)) {
          const waitMs = window.admit(now);
          const inWindow = admitted.filter((time) => time > now - 1000).length;
          expect(waitMs === 0).toBe(inWindow < limit);
          if (waitMs === 0) admitted.push(now);
        }
        expect(maxInWindow(admitted)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test('returns exactly the time to wait', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 5 }), (steps, limit) => {
        const window = new SlidingWindow(limit);
        let last = 0;
        for (const now of timesOf(steps)) {
          const at = Math.max(now, last);
          const waitMs = window.admit(at);
          last = at + waitMs;
          if (waitMs > 0) expect(window.admit(last)).toBe(0);
        }
      }),
    );
  });

  test('the measured maximum matches a simple count', () => {
    fc.assert(
      fc.property(gaps, (steps) => {
        const times = timesOf(steps);
        const counts = times.map((from) => times.filter((time) => time >= from && time < from + 1000).length);
        expect(maxInWindow(times)).toBe(Math.max(...counts));
      }),
    );
  });
});

test('of sixty requests at once 25 are admitted, and the others get Retry-After', async () => {
  covers('rule 5.4', 'rule 7.5', 'rule 8.request-rate');
  const sandbox = await startTestSandbox({ requestsPerSecond: 25 });
  const { call } = createClient(sandbox);
  const replies = await Promise.all(Array.from({ length: 60 }, () => call('GET', '/users/me')));
  const within = (await sandbox.inspect('requests')).slice(0, 60);
  const span = (within.at(-1)?.atMs ?? 0) - (within[0]?.atMs ?? 0);
  const admitted = replies.filter((reply) => reply.status === 200).length;
  // If the requests took more than a second to arrive, more may be admitted.
  if (span < 1000) expect(admitted).toBe(25);
  for (const reply of replies.filter((each) => each.status !== 200)) {
    expect(reply.status).toBe(429);
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.body.value).toEqual({ title: expect.stringContaining('25'), status: 429 });
  }
  await pollUntil(
    () => call('GET', '/users/me'),
    (reply) => reply.status === 200,
  );
  const { maxApiRequestsPerSecond } = await sandbox.inspect('summary');
  expect(maxApiRequestsPerSecond).toBeGreaterThan(25);
});

test('each account has its own rate limit, and parts have none', async () => {
  covers('rule 5.4', 'rule 8.request-rate');
  const sandbox = await startTestSandbox({ requestsPerSecond: 4 });
  const admin = createClient(sandbox);
  const id = await admin.sourceFile(await admin.dataset(), { filename: 'a' });
  const url = await admin.partUrl(id, 1);
  const puts = Array.from({ length: 10 }, () =>
    sendRequest(url, { method: 'PUT', headers: { 'content-length': '1' }, body: 'x' }),
  );
  for (const answered of await Promise.all(puts)) expect(answered).toMatchObject({ status: 200 });
  const uploader = createClient(sandbox, sandbox.keys.uploader);
  const replies = await Promise.all(Array.from({ length: 4 }, () => uploader.call('GET', '/users/me')));
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
});

test('invalid keys have a stricter limit, and do not slow down a valid one', async () => {
  covers('rule 5.4', 'rule 8.failed-authentication-rate');
  const sandbox = await startTestSandbox({ requestsPerSecond: 25, failedAuthPerSecond: 5 });
  const bad = Array.from({ length: 12 }, () => sendRequest(`${sandbox.url}/v1/users/me`));
  const statuses = (await Promise.all(bad)).map((answered) => (answered === 'broken' ? 0 : answered.status));
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  expect((await createClient(sandbox).call('GET', '/users/me')).status).toBe(200);
});
