import type { TransferContext } from '../source-files/transfer-context.ts';

const checkEveryMs = 100;
/** Parts that don't move for this long are not worth waiting for. */
const noProgressMs = 10_000;

/**
 * Once no further part starts, ends the transfer as soon as no part and no completion is under way: files that are being
 * hashed, or that wait for the platform or a source, continue with the next run. Returns the function that stops it.
 */
export function stopWhenFinished(
  { finish, live, partSlots }: TransferContext,
  end: AbortController,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const onFinish = (): void => {
    live.isFinishing = true;
    let movedAtMs = performance.now();
    let { sentBytes } = live;
    const check = (): void => {
      if (live.sentBytes !== sentBytes) {
        movedAtMs = performance.now();
        ({ sentBytes } = live);
      }
      const isUnderWay = partSlots.used > 0 || live.isCompleting;
      if (!isUnderWay || performance.now() - movedAtMs > noProgressMs) end.abort();
    };
    timer = setInterval(check, checkEveryMs);
  };
  if (finish.aborted) onFinish();
  else finish.addEventListener('abort', onFinish, { once: true });
  return () => {
    finish.removeEventListener('abort', onFinish);
    clearInterval(timer);
  };
}
