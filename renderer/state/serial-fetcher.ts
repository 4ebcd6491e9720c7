export interface SerialFetcher {
  readonly request: () => void;
  /** The answer under way is discarded. */
  readonly cancel: () => void;
}

/**
 * Fetches one at a time. Requests made while an answer is under way lead to one more fetch after it, so a slow answer
 * is still shown and requests never pile up.
 */
export function createSerialFetcher<T>(
  fetch: () => Promise<T>,
  onAnswer: (answer: T) => void,
): SerialFetcher {
  let isFetching = false;
  let isRequested = false;
  let isCancelled = false;

  async function run(): Promise<void> {
    isFetching = true;
    do {
      isRequested = false;
      const answer = await fetch();
      if (isCancelled) return;
      onAnswer(answer);
    } while (isRequested);
    isFetching = false;
  }

  return {
    request() {
      if (isFetching) isRequested = true;
      else void run();
    },
    cancel() {
      isCancelled = true;
    },
  };
}
