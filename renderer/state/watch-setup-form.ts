/** What a person has entered for a watched folder, until it is saved. */
import { create } from 'zustand';
import type { SourceView } from '../../preload/contract/views/views.ts';
import type {
  DatasetScope,
  WatchedFolderView,
  WatchRule,
  WatchSchedule,
} from '../../preload/contract/watch/watched-folder.ts';
import type { WatchSetupStep } from '../navigation/routes.ts';

export const scheduleChoices = ['always', 'evenings', 'nights', 'custom'] as const;
export type ScheduleChoice = (typeof scheduleChoices)[number];
export type CustodianBy = 'none' | 'folder' | 'pattern';

/** 'keep': that of the rule. */
export type ChosenFile = { readonly sourceId: string; readonly path: string } | 'keep' | null;

export interface WatchSetupForm {
  /** A folder that was chosen now. Null keeps the rule's. */
  readonly folder: SourceView | null;
  /** '' for the folder's name. */
  readonly name: string;
  /** NaN if a field is empty. */
  readonly settleSeconds: number;
  readonly quietSeconds: number;
  readonly rescanSeconds: number;
  readonly marker: string;
  /** One per line. */
  readonly include: string;
  readonly exclude: string;
  readonly polling: WatchRule['polling'];
  readonly connectionId: string | null;
  readonly databaseId: number | null;
  /** Suspended, frozen, or the like: the person chose it all the same. */
  readonly acceptedDatabaseId: number | null;
  readonly dataset: string;
  readonly datasetPer: DatasetScope;
  readonly settings: WatchRule['settings'];
  readonly custodianBy: CustodianBy;
  readonly level: number;
  readonly pattern: string;
  readonly custodianMap: ChosenFile;
  readonly passwordFile: ChosenFile;
  readonly hold: WatchRule['hold'];
  readonly custodian: string;
  readonly scheduleChoice: ScheduleChoice;
  /** For the choice `custom`. */
  readonly schedule: WatchSchedule;
  readonly afterwards: 'leave' | 'move';
  readonly moveTo: string;
  readonly sameContent: WatchRule['sameContent'];
  readonly pack: WatchRule['pack'];
}

export const emptyWatchSetup: WatchSetupForm = {
  folder: null,
  name: '',
  settleSeconds: 30,
  quietSeconds: 120,
  rescanSeconds: 60,
  marker: '',
  include: '',
  exclude: '',
  polling: 'auto',
  connectionId: null,
  databaseId: null,
  acceptedDatabaseId: null,
  dataset: '{folder} {date}',
  datasetPer: 'batch',
  settings: {},
  custodianBy: 'none',
  level: 1,
  pattern: '',
  custodianMap: null,
  passwordFile: null,
  hold: [],
  custodian: '',
  scheduleChoice: 'always',
  schedule: [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' }],
  afterwards: 'leave',
  moveTo: 'Uploaded',
  sameContent: 'send',
  pack: 'auto',
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

/** The form's rule was saved: from now on it is about this one. */
export function keepWatchSetup({ id, rule }: WatchedFolderView): void {
  useWatchSetup.setState((setup) => {
    const form = {
      ...setup.form,
      folder: null,
      custodianMap: rule.custodianMap === null ? null : ('keep' as const),
      passwordFile: rule.passwordFile === null ? null : ('keep' as const),
    };
    return { ruleId: id, form, saved: form };
  });
}

export function clearWatchSetup(): void {
  useWatchSetup.setState(useWatchSetup.getInitialState());
}
