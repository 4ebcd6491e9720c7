import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import { Semaphore } from './semaphore.ts';

describe('the semaphore', () => {
  test('stays within its limit, serves the first waiter first, and forgets aborted ones', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('acquire' as const) }),
      fc.record({ do: fc.constant('release' as const) }),
      fc.record({ do: fc.constant('abort' as const), index: fc.nat(30) }),
      fc.record({ do: fc.constant('limit' as const), limit: fc.integer({ min: 1, max: 6 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const semaphore = new Semaphore(3);
        const waiters: { readonly stop: AbortController; result: boolean | null }[] = [];
        let held = 0;
        const entered: number[] = [];
        for (const todo of steps) {
          const usedBefore = semaphore.used;
          switch (todo.do) {
            case 'acquire': {
              const waiter = { stop: new AbortController(), result: null as boolean | null };
              const number = waiters.push(waiter) - 1;
              semaphore.acquire(waiter.stop.signal).then((got) => {
                waiter.result = got;
                if (!got) return;
                held += 1;
                entered.push(number);
              });
              break;
            }
            case 'release':
              if (held > 0) {
                held -= 1;
                semaphore.release();
              }
              break;
            case 'abort':
              waiters[todo.index]?.stop.abort();
              break;
            case 'limit':
              semaphore.limit = todo.limit;
          }
          await turn();
          expect(semaphore.used).toBe(held);
          // A lower limit revokes nothing, and nothing new is acquired above it.
          expect(semaphore.used).toBeLessThanOrEqual(Math.max(semaphore.limit, usedBefore));
          const waiting = waiters.filter((waiter) => waiter.result === null);
          if (waiting.length > 0) expect(semaphore.used).toBeGreaterThanOrEqual(semaphore.limit);
        }
        expect(entered).toEqual([...entered].sort((a, b) => a - b));
      }),
      { numRuns: 150 },
    );
  });
});
