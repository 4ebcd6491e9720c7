/** Shares as people read them. Pure. */

/** 0 to 100; never 100 before everything is done, never NaN. */
export function wholePercent(done: number, total: number): number {
  if (!(total > 0) || !(done > 0)) return 0;
  return done >= total ? 100 : Math.min(99, Math.floor((done / total) * 100));
}
