import { describe, expect, it } from 'vitest';
import { createSerialFetcher } from './serial-fetcher.ts';

function start() {
  const answers: PromiseWithResolvers<string>[] = [];
  const shown: string[] = [];
  const asked: string[] = [];
  const fetcher = createSerialFetcher(
    (argument: string) => {
      asked.push(argument);
      const next = Promise.withResolvers<string>();
      answers.push(next);
      return next.promise;
    },
    (answer: string, argument) => shown.push(`${argument}: ${answer}`),
  );
  const answer = async (index: number, value: string): Promise<void> => {
    answers[index]?.resolve(value);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { fetcher, asked, shown, answer, fetches: () => answers.length };
}

describe('a serial fetcher', () => {
  it('shows an answer that is slower than the requests, then fetches once more', async () => {
    const { fetcher, shown, answer, fetches } = start();
    for (let second = 0; second < 5; second += 1) fetcher.request('all');
    expect(fetches()).toBe(1);
    await answer(0, 'first');
    expect(shown).toEqual(['all: first']);
    expect(fetches()).toBe(2);
    await answer(1, 'newest');
    expect(shown).toEqual(['all: first', 'all: newest']);
    expect(fetches()).toBe(2);
  });

  it('asks only for the newest of what was typed meanwhile', async () => {
    const { fetcher, asked, shown, answer } = start();
    for (const typed of ['c', 'cu', 'cus', 'cust']) fetcher.request(typed);
    await answer(0, 'slow');
    expect(asked).toEqual(['c', 'cust']);
    await answer(1, 'newest');
    expect(shown).toEqual(['c: slow', 'cust: newest']);
  });

  it('fetches at once when nothing is under way', async () => {
    const { fetcher, shown, answer, fetches } = start();
    fetcher.request('all');
    await answer(0, 'a');
    fetcher.request('all');
    expect(fetches()).toBe(2);
    await answer(1, 'b');
    expect(shown).toEqual(['all: a', 'all: b']);
  });

  it('shows and fetches nothing after it was cancelled', async () => {
    const { fetcher, shown, answer, fetches } = start();
    fetcher.request('all');
    fetcher.request('all');
    fetcher.cancel();
    await answer(0, 'late');
    expect(shown).toEqual([]);
    expect(fetches()).toBe(1);
  });
});
