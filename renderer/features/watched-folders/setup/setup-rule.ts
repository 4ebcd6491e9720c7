/** The form of the wizard as the rule that it stands for, and what is still wrong with it. Pure. */
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import type { Answer, Argument } from '../../../../preload/contract/index.ts';
import { maxGlobLength, maxGlobs } from '../../../../preload/contract/views/selection.ts';
import { watchScheduleText } from '../../../../preload/contract/watch/watch-text.ts';
import {
  maxDatasetNameChars,
  type NamedWatchRule,
  type WatchedFolderView,
  type WatchSchedule,
} from '../../../../preload/contract/watch/watched-folder.ts';
import { splitPath } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import type { WatchSetupStep } from '../../../navigation/routes.ts';
import {
  type ChosenFile,
  emptyWatchSetup,
  type ScheduleChoice,
  type WatchSetupForm,
} from '../../../state/watch-setup-form.ts';

const setupWords = words.watchSetup;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** The hours of the choices that aren't `custom`; null for any hour. */
export const presetSchedules: Readonly<Record<Exclude<ScheduleChoice, 'custom'>, WatchSchedule | null>> = {
  always: null,
  evenings: [
    { days: everyDay, from: '18:00', to: '08:00' },
    { days: [0, 6], from: '00:00', to: '00:00' },
  ],
  nights: [{ days: everyDay, from: '22:00', to: '06:00' }],
};

export type SetupField =
  | 'folder'
  | 'settle'
  | 'quiet'
  | 'rescan'
  | 'marker'
  | 'include'
  | 'exclude'
  | 'connection'
  | 'database'
  | 'dataset'
  | 'level'
  | 'pattern'
  | 'custodian'
  | 'moveTo'
  | 'days';
export type SetupProblems = Partial<Readonly<Record<SetupField, string>>>;

const stepOf: Readonly<Record<SetupField, WatchSetupStep>> = {
  folder: 'folder',
  settle: 'folder',
  quiet: 'folder',
  rescan: 'folder',
  marker: 'folder',
  include: 'folder',
  exclude: 'folder',
  connection: 'destination',
  database: 'destination',
  dataset: 'destination',
  level: 'custodians',
  pattern: 'custodians',
  custodian: 'custodians',
  moveTo: 'schedule',
  days: 'schedule',
};

/** `patterns`: what the engine says of the patterns; null until it has answered. */
export function setupProblems(
  form: WatchSetupForm,
  rule: NamedWatchRule | null,
  patterns: Answer<'watch.checkPatterns'> | null = null,
): SetupProblems {
  const marker = form.marker.trim();
  const moveTo = form.moveTo.trim();
  const secondsProblem = (value: number) =>
    Number.isInteger(value) && value >= 1 && value <= 86_400 ? {} : { text: setupWords.secondsInvalid };
  const dataset = datasetProblem(form.dataset);
  const namesNobody =
    form.dataset.includes('{custodian}') &&
    form.custodianBy === 'none' &&
    form.custodianMap === null &&
    form.custodian.trim() === '';
  const problems: Record<SetupField, string | null | undefined> = {
    folder:
      form.folder === null
        ? rule === null
          ? setupWords.folderMissing
          : null
        : form.folder.kind === 'file'
          ? setupWords.notAFolder
          : null,
    settle: secondsProblem(form.settleSeconds).text,
    quiet: secondsProblem(form.quietSeconds).text,
    rescan: secondsProblem(form.rescanSeconds).text,
    marker: marker !== '' && !isEntryName(marker) ? setupWords.nameNotPath : null,
    include: globsProblem(form.include) ?? problemText(patterns?.include),
    exclude: globsProblem(form.exclude) ?? problemText(patterns?.exclude),
    connection: form.connectionId === null ? words.newUploadSource.missingConnection : null,
    database:
      form.connectionId !== null && form.databaseId === null ? words.newUploadSource.missingDatabase : null,
    dataset,
    level:
      form.custodianBy === 'folder' && !(Number.isInteger(form.level) && form.level >= 1 && form.level <= 32)
        ? setupWords.levelInvalid
        : null,
    pattern:
      form.custodianBy === 'pattern' && !form.pattern.includes('(?<custodian>')
        ? setupWords.patternMissing
        : problemText(patterns?.custodianPattern),
    custodian: namesNobody ? setupWords.custodianUnnamed : null,
    moveTo:
      form.afterwards === 'leave'
        ? null
        : moveTo === ''
          ? setupWords.moveToMissing
          : !isEntryName(moveTo)
            ? setupWords.nameNotPath
            : moveTo === marker
              ? setupWords.moveToMarker
              : null,
    days:
      form.scheduleChoice === 'custom' && form.schedule.some(({ days }) => days.length === 0)
        ? words.ui.daysMissing
        : null,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text != null));
}

/** What has to be checked by the engine, which matches the patterns. Null while a field has too many or too long ones. */
export function patternsToCheck(form: WatchSetupForm): Argument<'watch.checkPatterns'> | null {
  if (globsProblem(form.include) !== null || globsProblem(form.exclude) !== null) return null;
  return {
    include: lines(form.include),
    exclude: lines(form.exclude),
    custodianPattern: form.custodianBy === 'pattern' ? form.pattern : null,
  };
}

function globsProblem(text: string): string | null {
  const globs = lines(text);
  if (globs.length > maxGlobs) return setupWords.tooManyGlobs(maxGlobs);
  return globs.some((glob) => glob.length > maxGlobLength) ? setupWords.globTooLong(maxGlobLength) : null;
}

function problemText(failure: Failure | null | undefined): string | null {
  return failure == null ? null : failureText(failure);
}

/** The problems of one step. */
export function problemsOf(step: WatchSetupStep, problems: SetupProblems): SetupProblems {
  return Object.fromEntries(
    Object.entries(problems).filter(([field]) => isSetupField(field) && stepOf[field] === step),
  );
}

function isSetupField(field: string): field is SetupField {
  return field in stepOf;
}

/** The name of a file or folder, not a path. */
function isEntryName(name: string): boolean {
  return !/[/\\\0]/.test(name) && name !== '.' && name !== '..' && name.length <= 255;
}

const placeholders = ['{folder}', '{date}', '{custodian}'];

function datasetProblem(template: string): string | null {
  if (template.trim() === '') return setupWords.datasetMissing;
  if (template.trim().length > maxDatasetNameChars) return words.newUploadSource.nameTooLong;
  const unknown = (template.match(/\{[^{}]*\}/g) ?? []).find((each) => !placeholders.includes(each));
  if (unknown !== undefined) return setupWords.datasetUnknown(unknown);
  return /[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, '')) ? setupWords.datasetBrace : null;
}

/** The dataset's name as it could be today. */
export function datasetExample(form: WatchSetupForm, path: string | null, today: Date): string {
  const watched = path === null ? setupWords.exampleFolder : folderName(path);
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const custodian = form.custodian.trim();
  return form.dataset
    .replaceAll('{folder}', form.datasetPer === 'folder' ? setupWords.exampleTopFolder : watched)
    .replaceAll('{date}', date)
    .replaceAll(
      '{custodian}',
      form.custodianBy === 'none' && custodian !== '' ? custodian : setupWords.exampleCustodian,
    );
}

/** The last name of a path; of the root of a drive, the path. */
export function folderName(path: string): string {
  const trimmed = path.replace(/[\\/]+$/, '');
  return splitPath(trimmed).name || trimmed || path;
}

const lines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Null while something is missing: see `setupProblems`. */
export function saveArgument(
  form: WatchSetupForm,
  ruleId: number | null,
  path: string,
): Argument<'watch.save'> | null {
  const { connectionId, databaseId } = form;
  if (connectionId === null || databaseId === null) return null;
  const named = form.name.trim();
  const custodian = form.custodian.trim();
  const marker = form.marker.trim();
  return {
    ruleId,
    connectionId,
    path: form.folder?.sourceId ?? null,
    custodianMap: chosenFile(form.custodianMap),
    passwordFile: chosenFile(form.passwordFile),
    rule: {
      hold: form.hold,
      name: (named === '' ? folderName(path) : named).slice(0, 100),
      database: databaseId,
      dataset: form.dataset.trim(),
      datasetPer: form.datasetPer,
      settleSeconds: form.settleSeconds,
      quietSeconds: form.quietSeconds,
      rescanSeconds: form.rescanSeconds,
      custodianBy: custodianByOf(form),
      custodian: custodian === '' ? null : custodian,
      settings: form.settings,
      pack: form.pack,
      include: lines(form.include),
      exclude: lines(form.exclude),
      marker: marker === '' ? null : marker,
      sameContent: form.sameContent,
      schedule: form.scheduleChoice === 'custom' ? form.schedule : presetSchedules[form.scheduleChoice],
      afterwards: form.afterwards === 'leave' ? 'leave' : { moveTo: form.moveTo.trim() },
      polling: form.polling,
    },
  };
}

function chosenFile(file: ChosenFile): Argument<'watch.save'>['custodianMap'] {
  return file === null || file === 'keep' ? file : { path: file.sourceId };
}

function custodianByOf({ custodianBy, level, pattern }: WatchSetupForm): string | null {
  switch (custodianBy) {
    case 'none':
      return null;
    case 'folder':
      return `folder:${level}`;
    case 'pattern':
      return `regex:${pattern}`;
  }
}

/** A rule as the form shows it. */
export function setupFormOf({ rule, connectionId }: WatchedFolderView): WatchSetupForm {
  const { custodianBy, schedule, afterwards, database, ...same } = rule;
  const kind = custodianBy?.startsWith('folder:') ? 'folder' : custodianBy === null ? 'none' : 'pattern';
  const scheduleChoice = scheduleChoiceOf(schedule);
  return {
    ...emptyWatchSetup,
    name: same.name,
    settleSeconds: same.settleSeconds,
    quietSeconds: same.quietSeconds,
    rescanSeconds: same.rescanSeconds,
    marker: same.marker ?? '',
    include: same.include.join('\n'),
    exclude: same.exclude.join('\n'),
    polling: same.polling,
    connectionId,
    databaseId: database,
    acceptedDatabaseId: database,
    dataset: same.dataset,
    datasetPer: same.datasetPer,
    settings: same.settings,
    custodianBy: kind,
    level: kind === 'folder' ? Number(custodianBy?.slice('folder:'.length)) : emptyWatchSetup.level,
    pattern: kind === 'pattern' ? (custodianBy?.slice('regex:'.length) ?? '') : '',
    custodianMap: same.custodianMap === null ? null : 'keep',
    passwordFile: same.passwordFile === null ? null : 'keep',
    hold: same.hold,
    custodian: same.custodian ?? '',
    scheduleChoice,
    schedule: schedule ?? emptyWatchSetup.schedule,
    afterwards: afterwards === 'leave' ? 'leave' : 'move',
    moveTo: afterwards === 'leave' ? emptyWatchSetup.moveTo : afterwards.moveTo,
    sameContent: same.sameContent,
    pack: same.pack,
  };
}

function scheduleChoiceOf(schedule: WatchSchedule | null): ScheduleChoice {
  if (schedule === null) return 'always';
  const text = watchScheduleText(schedule);
  const isSame = (preset: WatchSchedule | null) => preset !== null && watchScheduleText(preset) === text;
  if (isSame(presetSchedules.evenings)) return 'evenings';
  return isSame(presetSchedules.nights) ? 'nights' : 'custom';
}
