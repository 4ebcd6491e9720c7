import { create } from 'zustand';
import type { Failure } from '../../preload/contract/failures/failure.ts';
import type { Argument } from '../../preload/contract/index.ts';
import type { SourceView, UploadView } from '../../preload/contract/views/views.ts';
import { call } from './bridge.ts';
import { forgetSteps } from './draft-steps.ts';

/** What the user has entered in the first step. */
export interface SourceForm {
  readonly connectionId: string | null;
  /** It is null while the person chose none: then it is the one that the sources were uploaded to before. */
  readonly databaseId: number | null;
  /** The person chose none of those that the sources were uploaded to before. */
  readonly isOtherDatabase: boolean;
  /** The database that the person uploads to although it is suspended, frozen, or the like. */
  readonly acceptedDatabaseId: number | null;
  readonly dataset: 'new' | 'existing';
  /** It is null while the suggested name is used. */
  readonly datasetName: string | null;
  readonly description: string;
  readonly datasetId: string;
  readonly sources: readonly SourceView[];
  /** One per line, as typed. */
  readonly links: string;
  readonly maskLinks: boolean;
  readonly followSymlinks: boolean;
  /** The draft whose sources or destination the person changes: the scan replaces it. */
  readonly replacesId: number | null;
}

export const emptySourceForm: SourceForm = {
  connectionId: null,
  databaseId: null,
  isOtherDatabase: false,
  acceptedDatabaseId: null,
  dataset: 'new',
  datasetName: null,
  description: '',
  datasetId: '',
  sources: [],
  links: '',
  maskLinks: false,
  followSymlinks: false,
  replacesId: null,
};

/** The scan of the form's sources. It continues when the user leaves the screen. */
export type ScanState =
  | { readonly kind: 'none' }
  /** The engine announces the new draft by an event: it is the upload with an ID above `newerThanId`. */
  | { readonly kind: 'scanning'; readonly newerThanId: number; readonly isCancelling: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface NewUploadDraft {
  /** The form of an upload that isn't scanned yet. */
  readonly form: SourceForm;
  /** The person left the form with sources in it. The window asks whether to continue with them or to start empty. */
  readonly isLeft: boolean;
  readonly scan: ScanState;
  /** The form of each draft that was scanned since the window opened. Full links are kept only here. */
  readonly draftForms: ReadonlyMap<number, SourceForm>;
  /** What was typed into processing settings and can't be saved, by field, so that nothing typed is dropped silently. */
  readonly invalidSettings: ReadonlyMap<number, InvalidSettings>;
  /** Where the person was in the pre-flight of each draft. */
  readonly preflightPlaces: ReadonlyMap<number, PreflightPlace>;
}

export const preflightSections = ['summary', 'findings', 'files', 'selection', 'not-sent', 'choose'] as const;
export type PreflightSection = (typeof preflightSections)[number];

export interface PreflightPlace {
  readonly section: PreflightSection;
  /** The kind of findings whose files are shown; null for all. */
  readonly findingCode: string | null;
  /** How far each section is scrolled. */
  readonly scrolledPx: Readonly<Partial<Record<PreflightSection, number>>>;
}

const preflightStart: PreflightPlace = { section: 'summary', findingCode: null, scrolledPx: {} };

export type InvalidSettings = Readonly<Record<string, string>>;

/** Kept outside the screens, so that navigating away loses nothing that was typed. */
export const useNewUploadDraft = create<NewUploadDraft>(() => ({
  form: emptySourceForm,
  isLeft: false,
  scan: { kind: 'none' },
  draftForms: new Map(),
  invalidSettings: new Map(),
  preflightPlaces: new Map(),
}));

export function updateForm(change: Partial<SourceForm>): void {
  useNewUploadDraft.setState(({ form }) => ({ form: { ...form, ...change } }));
}

/** An empty form, with nothing of another upload but what the person chose just now. */
export function startForm(chosen: Partial<SourceForm> = {}): void {
  useNewUploadDraft.setState({ form: { ...emptySourceForm, ...chosen }, isLeft: false });
}

export function hasSources({ sources, links }: SourceForm): boolean {
  return sources.length > 0 || links.trim() !== '';
}

/** The person opened another screen. */
export function leaveForm(): void {
  const { form, scan } = useNewUploadDraft.getState();
  if (scan.kind === 'scanning') return;
  if (hasSources(form)) useNewUploadDraft.setState({ isLeft: true });
  else startForm();
}

export function continueForm(): void {
  useNewUploadDraft.setState({ isLeft: false });
}

/**
 * Returns the draft, or null if the scan failed or was cancelled. A failure is kept for the form to show. The form becomes
 * the draft's, so that the next upload has nothing of it.
 */
export async function startScan(
  draft: Argument<'drafts.create'>,
  newerThanId: number,
): Promise<UploadView | null> {
  useNewUploadDraft.setState({ scan: { kind: 'scanning', newerThanId, isCancelling: false } });
  const created = await call('drafts.create', draft);
  const { scan } = useNewUploadDraft.getState();
  if (created.ok) {
    const { form, draftForms } = useNewUploadDraft.getState();
    useNewUploadDraft.setState({
      scan: { kind: 'none' },
      draftForms: new Map(draftForms).set(created.value.id, form),
    });
    if (form.replacesId !== null) forgetForm(form.replacesId);
    startForm();
    return created.value;
  }
  const wasCancelled = scan.kind === 'scanning' && scan.isCancelling;
  useNewUploadDraft.setState({
    scan: wasCancelled ? { kind: 'none' } : { kind: 'failed', failure: created.failure },
  });
  return null;
}

export async function cancelScan(uploadId: number): Promise<void> {
  setCancelling(true);
  const discarded = await call('drafts.discard', { uploadId });
  if (!discarded.ok) setCancelling(false);
}

function setCancelling(isCancelling: boolean): void {
  useNewUploadDraft.setState(({ scan }) =>
    scan.kind === 'scanning' ? { scan: { ...scan, isCancelling } } : {},
  );
}

export function dismissScanFailure(): void {
  useNewUploadDraft.setState({ scan: { kind: 'none' } });
}

/**
 * Fills the form again to choose other sources: as it was, or with what an older draft still shows. The draft stays until
 * the scan of the form replaces it.
 */
export function restoreForm(upload: UploadView): void {
  const { id, connectionId, databaseId, datasetName, datasetDescription } = upload;
  const form = useNewUploadDraft.getState().draftForms.get(id) ?? {
    connectionId,
    databaseId,
    datasetName,
    description: datasetDescription ?? '',
  };
  startForm({ ...form, replacesId: id });
}

/** Once its draft is started or discarded. */
export function forgetForm(uploadId: number): void {
  const draftForms = new Map(useNewUploadDraft.getState().draftForms);
  draftForms.delete(uploadId);
  useNewUploadDraft.setState({ draftForms });
  forgetSteps(uploadId);
}

/** The links of a draft as typed, including any secret part. */
export function fullLinks(uploadId: number): string[] {
  return [...parseLinks(useNewUploadDraft.getState().draftForms.get(uploadId)?.links ?? '')];
}

/** Each link once, in the order typed. */
export function parseLinks(text: string): readonly string[] {
  return [...new Set(linkLines(text).map(({ link }) => link))];
}

export function linkLines(text: string): readonly { readonly number: number; readonly link: string }[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ number: index + 1, link: line.trim() }))
    .filter(({ link }) => link !== '');
}

const noInvalidSettings: InvalidSettings = {};

export function useInvalidSettings(uploadId: number): InvalidSettings {
  return useNewUploadDraft(({ invalidSettings }) => invalidSettings.get(uploadId) ?? noInvalidSettings);
}

/** The text is null once the field is valid. */
export function setInvalidSetting(uploadId: number, field: string, text: string | null): void {
  const { invalidSettings } = useNewUploadDraft.getState();
  const others = Object.entries(invalidSettings.get(uploadId) ?? {}).filter(([name]) => name !== field);
  const entries = text === null ? others : [...others, [field, text]];
  useNewUploadDraft.setState({
    invalidSettings: new Map(invalidSettings).set(uploadId, Object.fromEntries(entries)),
  });
}

export function clearInvalidSettings(uploadId: number): void {
  const invalidSettings = new Map(useNewUploadDraft.getState().invalidSettings);
  invalidSettings.delete(uploadId);
  useNewUploadDraft.setState({ invalidSettings });
}

export function usePreflightPlace(uploadId: number): PreflightPlace {
  return useNewUploadDraft(({ preflightPlaces }) => preflightPlaces.get(uploadId) ?? preflightStart);
}

export function keepPreflightScroll(uploadId: number, section: PreflightSection, px: number): void {
  const before = useNewUploadDraft.getState().preflightPlaces.get(uploadId)?.scrolledPx;
  if ((before?.[section] ?? 0) !== px)
    keepPreflightPlace(uploadId, { scrolledPx: { ...before, [section]: px } });
}

export function keepPreflightPlace(uploadId: number, change: Partial<PreflightPlace>): void {
  useNewUploadDraft.setState(({ preflightPlaces }) => ({
    preflightPlaces: new Map(preflightPlaces).set(uploadId, {
      ...(preflightPlaces.get(uploadId) ?? preflightStart),
      ...change,
    }),
  }));
}
