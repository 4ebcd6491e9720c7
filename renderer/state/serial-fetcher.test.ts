import { describe, expect, it } from 'vitest';
import { createSerialFetcher } from './serial-fetcher.ts';

function start() {
  const answers: PromiseWithResolvers<string>[] = [];
  const shown: string[] = [];
  const fetcher = createSerialFetcher(
    () => {
      const next = Promise.withResolvers<string>();
      answers.push(next);
      return next.promise;
    },
    (answer) => shown.push(answer),
  );
  const answer = async (index: number, value: string): Promise<void> => {
    answers[index]?.resolve(value);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { fetcher, shown, answer, fetches: () => answers.length };
}

describe('a serial fetcher', () => {
  it('shows an answer that is slower than the requests, then fetches once more', async () => {
    const { fetcher, shown, answer, fetches } = start();
    for (let second = 0; second < 5; second += 1) fetcher.request();
    expect(fetches()).toBe(1);
    await answer(0, 'first');
    expect(shown).toEqual(['first']);
    expect(fetches()).toBe(2);
    await answer(1, 'newest');
    expect(shown).toEqual(['first', 'newest']);
    expect(fetches()).toBe(2);
  });

  it('fetches at once when nothing is under way', async () => {
    const { fetcher, shown, answer, fetches } = start();
    fetcher.request();
    await answer(0, 'a');
    fetcher.request();
    expect(fetches()).toBe(2);
    await answer(1, 'b');
    expect(shown).toEqual(['a', 'b']);
  });

  it('shows and fetches nothing after it was cancelled', async () => {
    const { fetcher, shown, answer, fetches } = start();
    fetcher.request();
    fetcher.request();
    fetcher.cancel();
    await answer(0, 'late');
    expect(shown).toEqual([]);
    expect(fetches()).toBe(1);
  });
});
