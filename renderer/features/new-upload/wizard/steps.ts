import { createContext } from 'react';
import { words } from '../../../i18n/words.ts';
import { type DraftStep, draftSteps } from '../../../navigation/routes.ts';

export function stepLabel(step: DraftStep): string {
  return words.newUpload[step];
}

/** The steps that the draft doesn't need. */
export const SkippedSteps = createContext<readonly DraftStep[]>([]);

/** How many locked files no password was tried on yet. */
export const UntriedFiles = createContext(0);

/** Steps that a draft doesn't need are passed over; they can still be opened above. */
export function stepAfter(step: DraftStep, skipped: readonly DraftStep[] = []): DraftStep | null {
  return draftSteps.slice(draftSteps.indexOf(step) + 1).find((each) => !skipped.includes(each)) ?? null;
}

export function stepBefore(step: DraftStep, skipped: readonly DraftStep[] = []): DraftStep | null {
  return draftSteps.slice(0, draftSteps.indexOf(step)).findLast((each) => !skipped.includes(each)) ?? null;
}
