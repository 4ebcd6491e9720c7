import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { mayAddThread, ReaderThreads } from './reader-threads.ts';

const maxThreads = 64;
const cores = 2;

describe('a call that finds no idle thread', () => {
  it.each([
    ['gets the first thread at once', { waitedMs: 0, hasThread: false }, { usable: 0, prompt: 0 }, true],
    ['waits a moment for the second', { waitedMs: 19, hasThread: true }, { usable: 1, prompt: 1 }, false],
    ['gets one for each core then', { waitedMs: 20, hasThread: true }, { usable: 1, prompt: 1 }, true],
    [
      'waits longer while one is being started',
      { waitedMs: 199, hasThread: true },
      { usable: 1, prompt: 1, isStarting: true },
      false,
    ],
    ['waits longer beyond the cores', { waitedMs: 199, hasThread: true }, { usable: 2, prompt: 2 }, false],
    ['gets up to four for a slow share', { waitedMs: 200, hasThread: true }, { usable: 3, prompt: 3 }, true],
    [
      'shares four, however long it waits',
      { waitedMs: 9_000, hasThread: true },
      { usable: 4, prompt: 4 },
      false,
    ],
    [
      'gets one where other roots have them all',
      { waitedMs: 200, hasThread: false },
      { usable: 4, prompt: 4 },
      true,
    ],
    [
      'waits where one is being started for another root',
      { waitedMs: 9_000, hasThread: false },
      { usable: 4, prompt: 4, isStarting: true },
      false,
    ],
    [
      'gets one soon where those there are may hang',
      { waitedMs: 20, hasThread: true },
      { usable: 9, prompt: 1 },
      true,
    ],
    [
      'gets none beyond the limit',
      { waitedMs: 9_000, hasThread: false },
      { usable: maxThreads, prompt: 0 },
      false,
    ],
  ])('%s', (_what, demand, facts, expected) => {
    expect(mayAddThread(demand, { isStarting: false, ...facts, cores }, maxThreads)).toBe(expected);
  });
});

test('a thread is used again, and ended once it has had nothing to do for a while', async () => {
  const threads = new ReaderThreads(maxThreads);
  onTestFinished(() => threads.end(10_000));
  const take = () => threads.take({ waitedMs: 0, hasThread: false });
  const first = take();
  if (first === null) throw new Error('There is no thread');
  const end = vi.spyOn(first, 'end');
  threads.release(first);
  threads.endIdle();
  expect(end).not.toHaveBeenCalled();
  expect(take()).toBe(first);
  threads.release(first);
  const later = performance.now() + 60_000;
  const now = vi.spyOn(performance, 'now').mockReturnValue(later);
  threads.endIdle();
  now.mockRestore();
  expect(end).toHaveBeenCalledOnce();
  const second = take();
  expect(second).not.toBe(first);
  if (second !== null) threads.release(second);
});
