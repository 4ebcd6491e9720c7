import type { uploadStates } from './states.ts';

type ProblemTotals = Readonly<Record<'failed' | 'held', { readonly items: number }>>;

/** Files that a person has to look at once an upload has ended. Skipped files are none. */
export function countProblems({ failed, held }: ProblemTotals): number {
  return failed.items + held.items;
}

/** Nothing of it is sent again: what failed or is held may be. */
export function isSentForGood(upload: {
  readonly state: (typeof uploadStates)[number];
  readonly totals: ProblemTotals;
}): boolean {
  return upload.state === 'cancelled' || (upload.state === 'finished' && countProblems(upload.totals) === 0);
}
