import type { Page } from 'playwright';

/** Milliseconds between the window's frames, during `forMs`. */
export function recordFrameTimes(page: Page, forMs: number): Promise<readonly number[]> {
  return page.evaluate(
    (watchedMs) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const end = performance.now() + watchedMs;
        let before: number | null = null;
        const frame = (now: number): void => {
          if (before !== null) times.push(now - before);
          before = now;
          if (now < end) requestAnimationFrame(frame);
          else resolve(times);
        };
        requestAnimationFrame(frame);
      }),
    forMs,
  );
}

/** The 95th percentile, and other percentiles. */
export function summarizeFrames(framesMs: readonly number[]): {
  readonly p95Ms: number;
  readonly p95: string;
  readonly others: string;
} {
  const frames = [...framesMs].sort((a, b) => a - b);
  const frameMs = (share: number): number => frames[Math.floor(frames.length * share)] ?? 0;
  const frame = (share: number): string => `${frameMs(share).toFixed(1)} ms`;
  return { p95Ms: frameMs(0.95), p95: frame(0.95), others: `median ${frame(0.5)}, p99 ${frame(0.99)}` };
}
