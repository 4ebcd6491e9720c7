/** What a person has entered for a watched folder, until it is saved: the rule itself, and where it sends files. */
import { create } from 'zustand';
import type { Argument } from '../../preload/contract/index.ts';
import type { SourceView } from '../../preload/contract/views/views.ts';
import {
  type WatchedFolderView,
  type WatchHours,
  type WatchRuleDraft,
  watchRuleDraft,
} from '../../preload/contract/watch/watched-folder.ts';
import type { WatchSetupStep } from '../navigation/routes.ts';

type ChosenPaths = Argument<'watch.save'>['chosen'];

export interface WatchSetupForm {
  /** As it is saved. A number is NaN while its field is empty. */
  readonly rule: WatchRuleDraft;
  /** The IDs of the rule's paths that were chosen now. */
  readonly chosen: ChosenPaths;
  readonly connectionId: string | null;
  /** Suspended, frozen, or the like: the person chose it all the same. */
  readonly acceptedDatabaseId: number | null;
}

/** The suggested name of a dataset, by what shares it: no two have the same. */
const suggestedDatasets: Readonly<Record<WatchRuleDraft['datasetPer'], string>> = {
  rule: '{folder}',
  day: '{folder} {date}',
  folder: '{folder}',
  batch: '{folder} {date} {time}',
};

export const emptyWatchSetup: WatchSetupForm = {
  rule: watchRuleDraft.parse({ dataset: suggestedDatasets.batch }),
  chosen: {},
  connectionId: null,
  acceptedDatabaseId: null,
};

interface WatchSetup {
  /** False until a wizard has filled the form. */
  readonly isOpen: boolean;
  /** The rule that the form is about; null for a new one. */
  readonly ruleId: number | null;
  readonly form: WatchSetupForm;
  /** The form as it was opened, or as its rule was last saved. */
  readonly saved: WatchSetupForm;
  /** Earlier steps can be opened directly. */
  readonly furthest: WatchSetupStep;
}

/** Kept outside the screens, so that navigating away loses nothing that was typed. */
export const useWatchSetup = create<WatchSetup>(() => ({
  isOpen: false,
  ruleId: null,
  form: emptyWatchSetup,
  saved: emptyWatchSetup,
  furthest: 'folder',
}));

export function updateWatchSetup(change: Partial<WatchSetupForm>): void {
  useWatchSetup.setState(({ form }) => ({ form: { ...form, ...change } }));
}

/** With a function, from the rule as it is by then: a screen may not have shown the change before yet. */
export function updateRule(
  change: Partial<WatchRuleDraft> | ((latest: WatchRuleDraft) => Partial<WatchRuleDraft>),
): void {
  useWatchSetup.setState(({ form }) => {
    const changed = typeof change === 'function' ? change(form.rule) : change;
    return { form: { ...form, rule: { ...form.rule, ...changed } } };
  });
}

/** With the name that suits it, unless a person typed another one. */
export function chooseDatasetPer(datasetPer: WatchRuleDraft['datasetPer']): void {
  updateRule(({ dataset, datasetPer: before }) => ({
    datasetPer,
    ...(dataset === suggestedDatasets[before] ? { dataset: suggestedDatasets[datasetPer] } : {}),
  }));
}

/** Changes some of the hours in which a rule sends. */
export function updateHours(index: number, change: (latest: WatchHours) => Partial<WatchHours>): void {
  updateRule(({ schedule }) => {
    const hours = schedule?.[index];
    if (schedule === null || hours === undefined) return {};
    return { schedule: schedule.with(index, { ...hours, ...change(hours) }) };
  });
}

/** A path of the rule that a person chose in a dialog or dropped. With null, the rule has none now. */
export function choosePath(field: keyof ChosenPaths, source: SourceView | null): void {
  useWatchSetup.setState(({ form }) => {
    const { [field]: _, ...others } = form.chosen;
    return {
      form: {
        ...form,
        rule: { ...form.rule, [field]: source?.path ?? null },
        chosen: source === null ? others : { ...others, [field]: source.sourceId },
      },
    };
  });
}

/** Fills the form for another rule. What was typed for the same one stays. */
export function openWatchSetup(ruleId: number | null, form: WatchSetupForm, furthest: WatchSetupStep): void {
  if (isWatchSetupOpen(useWatchSetup.getState(), ruleId)) return;
  useWatchSetup.setState({ isOpen: true, ruleId, form, saved: form, furthest });
}

/** Whether something was entered that isn't saved. */
export function isWatchSetupChanged({ form, saved }: Pick<WatchSetup, 'form' | 'saved'>): boolean {
  return JSON.stringify(form) !== JSON.stringify(saved);
}

export function isWatchSetupOpen(setup: WatchSetup, ruleId: number | null): boolean {
  return setup.isOpen && setup.ruleId === ruleId;
}

export function watchSetupFormOf({ rule, connectionId }: WatchedFolderView): WatchSetupForm {
  return { rule, chosen: {}, connectionId, acceptedDatabaseId: rule.database };
}

/** The form's rule was saved: from now on it is about this one. */
export function keepWatchSetup(folder: WatchedFolderView): void {
  const form = watchSetupFormOf(folder);
  useWatchSetup.setState({ ruleId: folder.id, form, saved: form });
}

export function clearWatchSetup(): void {
  useWatchSetup.setState(useWatchSetup.getInitialState());
}
