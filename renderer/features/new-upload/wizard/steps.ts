import { words } from '../../../i18n/words.ts';
import { type DraftStep, draftSteps } from '../../../navigation/routes.ts';

export function stepLabel(step: DraftStep): string {
  return words.newUpload[step];
}

export function stepAfter(step: DraftStep): DraftStep | null {
  return draftSteps[draftSteps.indexOf(step) + 1] ?? null;
}

export function stepBefore(step: DraftStep): DraftStep | null {
  return draftSteps[draftSteps.indexOf(step) - 1] ?? null;
}
