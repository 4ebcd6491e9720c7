import { create } from 'zustand';
import type { Failure } from '../../../preload/contract/failure.ts';
import type { Argument } from '../../../preload/contract/index.ts';
import type { UploadView } from '../../../preload/contract/views.ts';
import { type DraftStep, draftSteps } from '../../navigation/routes.ts';
import { call } from '../../state/bridge.ts';
import { emptySourceForm, linksOf, type SourceForm } from './source-form.ts';

/** How the taking of an inventory stands. It goes on when its screen is left. */
export type Making =
  | { readonly kind: 'none' }
  /** The engine names the draft by an event: it is the upload whose id is above `above`. */
  | { readonly kind: 'scanning'; readonly above: number; readonly stopping: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface Drafting {
  readonly form: SourceForm;
  readonly making: Making;
  /** The draft that came of the form; its links in full are here alone. */
  readonly madeId: number | null;
  /** The furthest step that was seen of each draft: those before it are open. */
  readonly seen: ReadonlyMap<number, DraftStep>;
}

/** Outlives the screens: back, forward and a look at another upload lose nothing of what was typed. */
export const useDrafting = create<Drafting>(() => ({
  form: emptySourceForm,
  making: { kind: 'none' },
  madeId: null,
  seen: new Map(),
}));

export function setForm(change: Partial<SourceForm>): void {
  useDrafting.setState(({ form }) => ({ form: { ...form, ...change } }));
}

/** Answers the draft, or null when it failed or was stopped; the failure is kept for the form. */
export async function takeInventory(
  draft: Argument<'drafts.create'>,
  above: number,
): Promise<UploadView | null> {
  useDrafting.setState({ making: { kind: 'scanning', above, stopping: false } });
  const made = await call('drafts.create', draft);
  const { making } = useDrafting.getState();
  if (made.ok) {
    useDrafting.setState({ making: { kind: 'none' }, madeId: made.value.id });
    return made.value;
  }
  const wasStopped = making.kind === 'scanning' && making.stopping;
  useDrafting.setState({ making: wasStopped ? { kind: 'none' } : { kind: 'failed', failure: made.failure } });
  return null;
}

export async function stopInventory(uploadId: number): Promise<void> {
  setStopping(true);
  const stopped = await call('drafts.discard', { uploadId });
  if (!stopped.ok) setStopping(false);
}

function setStopping(stopping: boolean): void {
  useDrafting.setState(({ making }) =>
    making.kind === 'scanning' ? { making: { ...making, stopping } } : {},
  );
}

export function forgetFailure(): void {
  useDrafting.setState({ making: { kind: 'none' } });
}

/** The form again, for other sources: as it was, or as far as the draft tells. */
export function formFor(upload: UploadView): void {
  const { form, madeId } = useDrafting.getState();
  if (madeId === upload.id) {
    useDrafting.setState({ madeId: null });
    return;
  }
  const { connectionId, databaseId, datasetName } = upload;
  const known = { connectionId, databaseId, datasetName };
  useDrafting.setState({ form: { ...emptySourceForm, ...known, followSymlinks: form.followSymlinks } });
}

/** Once it is sent or discarded, the next form begins empty, on the same connection. */
export function closeForm(uploadId: number): void {
  const { form, madeId } = useDrafting.getState();
  if (madeId !== uploadId) return;
  useDrafting.setState({ form: { ...emptySourceForm, connectionId: form.connectionId }, madeId: null });
}

/** The links of a draft as they were typed, with what may be secret in them. */
export function fullLinksOf(uploadId: number): string[] {
  const { form, madeId } = useDrafting.getState();
  return madeId === uploadId ? [...linksOf(form.links)] : [];
}

export function markSeen(uploadId: number, step: DraftStep): void {
  const { seen } = useDrafting.getState();
  const furthest = seen.get(uploadId) ?? 'preflight';
  const isFurther = draftSteps.indexOf(step) > draftSteps.indexOf(furthest);
  useDrafting.setState({ seen: new Map(seen).set(uploadId, isFurther ? step : furthest) });
}
