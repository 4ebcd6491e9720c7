import type { ProjectRecord } from '../../../preload/contract/platform/records.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { words } from '../../i18n/words.ts';
import { pillColumn, textColumn, timeColumn } from '../../shared/columns.tsx';
import { PlatformValue } from '../../shared/platform-value.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';

const projectWords = words.databaseProjects;

export function projectName({ displayName, name }: Pick<ProjectRecord, 'displayName' | 'name'>): string {
  return printable(displayName || name);
}

type ProjectState = keyof typeof projectWords.states;

/** Both can be set; frozen says more. */
export function projectState({
  frozen,
  suspended,
}: Pick<ProjectRecord, 'frozen' | 'suspended'>): ProjectState {
  return frozen === true ? 'frozen' : suspended === true ? 'suspended' : 'active';
}

export function yesNo(value: boolean | null | undefined): string {
  return value == null ? projectWords.unknown : value ? projectWords.yes : projectWords.no;
}

export function contentsText(partial: boolean | null | undefined): string {
  return partial == null ? projectWords.unknown : partial ? projectWords.partial : projectWords.complete;
}

const looks = {
  active: { tone: 'ok', icon: 'check' },
  suspended: { tone: 'warn', icon: 'pause' },
  frozen: { tone: 'info', icon: 'lock' },
} as const;

/** Of every list of projects. */
export const commonColumns: readonly RecordColumn<ProjectRecord>[] = [
  textColumn('partial', projectWords.contents, '112px', ({ partial }) => contentsText(partial)),
  pillColumn('state', projectWords.state, '116px', (project) => {
    const state = projectState(project);
    return { ...looks[state], label: projectWords.states[state] };
  }),
  textColumn('eca', projectWords.eca, '64px', ({ eca }) => yesNo(eca), { minListPx: 700 }),
];

/** The columns of a database's own list. */
export const projectColumns: readonly RecordColumn<ProjectRecord>[] = [
  textColumn('name', projectWords.name, 'minmax(150px, 3fr)', projectName),
  ...commonColumns,
  {
    id: 'threading',
    header: projectWords.threading,
    width: 'minmax(110px, 1fr)',
    minListPx: 820,
    value: ({ emailThreadingStatus }) => emailThreadingStatus ?? null,
    cell: ({ emailThreadingStatus }) =>
      emailThreadingStatus == null ? projectWords.unknown : <PlatformValue value={emailThreadingStatus} />,
  },
  timeColumn('lastLogin', projectWords.lastLogin, ({ lastLogin }) => lastLogin, { minListPx: 720 }),
];
