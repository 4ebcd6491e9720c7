/**
 * Makes each change once the one before it is done. A change that is made from what is stored then finds what the one
 * before it left, so of two quick changes none is lost.
 */
export function inOrder<Arguments extends readonly unknown[], Outcome>(
  change: (...given: Arguments) => Promise<Outcome>,
): (...given: Arguments) => Promise<Outcome> {
  let last: Promise<unknown> = Promise.resolve();
  return (...given) => {
    const changed = last.then(() => change(...given));
    last = changed.catch(() => undefined);
    return changed;
  };
}
