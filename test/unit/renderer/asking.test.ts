import { describe, expect, it } from 'vitest';
import { oneAtATime } from '../../../renderer/state/asking.ts';

function stage() {
  const answers: PromiseWithResolvers<string>[] = [];
  const shown: string[] = [];
  const questions = oneAtATime(
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
  return { questions, shown, answer, asked: () => answers.length };
}

describe('what is asked again and again', () => {
  it('is answered also when the answer takes longer than the wishes come apart', async () => {
    const { questions, shown, answer, asked } = stage();
    for (let second = 0; second < 5; second += 1) questions.want();
    expect(asked()).toBe(1);
    await answer(0, 'first');
    expect(shown).toEqual(['first']);
    expect(asked()).toBe(2);
    await answer(1, 'newest');
    expect(shown).toEqual(['first', 'newest']);
    expect(asked()).toBe(2);
  });

  it('is asked at once when nothing is under way', async () => {
    const { questions, shown, answer, asked } = stage();
    questions.want();
    await answer(0, 'a');
    questions.want();
    expect(asked()).toBe(2);
    await answer(1, 'b');
    expect(shown).toEqual(['a', 'b']);
  });

  it('shows and asks nothing more once it is over', async () => {
    const { questions, shown, answer, asked } = stage();
    questions.want();
    questions.want();
    questions.end();
    await answer(0, 'late');
    expect(shown).toEqual([]);
    expect(asked()).toBe(1);
  });
});
