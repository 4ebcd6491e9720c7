/** Ten a second: what a person sees change. */
export const progressEveryMs = 100;

/** Whether progress is due to be reported, at most ten times a second. What isn't reported is in the next report. */
export function progressThrottle(lastMs = Number.NEGATIVE_INFINITY): () => boolean {
  let reportedAtMs = lastMs;
  return () => {
    const nowMs = performance.now();
    if (nowMs - reportedAtMs < progressEveryMs) return false;
    reportedAtMs = nowMs;
    return true;
  };
}
