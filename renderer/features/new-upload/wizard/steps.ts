import { type DraftStep, draftSteps } from '../../../app/route.ts';
import { words } from '../../../i18n/words.ts';

export function stepLabel(step: DraftStep): string {
  return words.newUpload[step];
}

export function stepAfter(step: DraftStep): DraftStep | null {
  return draftSteps[draftSteps.indexOf(step) + 1] ?? null;
}

export function stepBefore(step: DraftStep): DraftStep | null {
  return draftSteps[draftSteps.indexOf(step) - 1] ?? null;
}
