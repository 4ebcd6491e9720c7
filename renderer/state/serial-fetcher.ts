export interface SerialFetcher<Argument> {
  readonly request: (argument: Argument) => void;
  /** The answer under way is discarded. */
  readonly cancel: () => void;
}

/**
 * Fetches one at a time. Requests made while an answer is under way lead to one more fetch after it, of the newest argument,
 * so a slow answer is still shown and requests never pile up.
 */
export function createSerialFetcher<Argument, T>(
  fetch: (argument: Argument) => Promise<T>,
  onAnswer: (answer: T, argument: Argument) => void,
): SerialFetcher<Argument> {
  let isFetching = false;
  let next: { readonly argument: Argument } | null = null;
  let isCancelled = false;

  async function run(first: Argument): Promise<void> {
    isFetching = true;
    for (let asked: typeof next = { argument: first }; asked !== null; asked = next) {
      next = null;
      const answer = await fetch(asked.argument);
      if (isCancelled) return;
      onAnswer(answer, asked.argument);
    }
    isFetching = false;
  }

  return {
    request(argument) {
      if (isFetching) next = { argument };
      else void run(argument);
    },
    cancel() {
      isCancelled = true;
    },
  };
}
