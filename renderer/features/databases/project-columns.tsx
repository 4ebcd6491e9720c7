import type { ProjectRecord } from '../../../preload/contract/platform/records.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { timeText } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { PlatformValue } from '../../shared/platform-value.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { StatusPill } from '../../ui/status-pill.tsx';

const projectWords = words.databaseProjects;

export function projectName({ displayName, name }: Pick<ProjectRecord, 'displayName' | 'name'>): string {
  return printable(displayName || name);
}

export type ProjectState = keyof typeof projectWords.states;

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

const tones = { active: 'ok', suspended: 'warn', frozen: 'info' } as const;
const icons = { active: 'check', suspended: 'pause', frozen: 'lock' } as const;

type Column = RecordColumn<ProjectRecord>;

export const contentsColumn: Column = {
  id: 'partial',
  header: projectWords.contents,
  width: '132px',
  value: ({ partial }) =>
    partial == null ? projectWords.unknown : partial ? projectWords.partial : projectWords.complete,
};

export const stateColumn: Column = {
  id: 'state',
  header: projectWords.state,
  width: '126px',
  value: (project) => projectWords.states[projectState(project)],
  cell: (project) => {
    const state = projectState(project);
    return (
      <StatusPill tone={tones[state]} icon={icons[state]}>
        {projectWords.states[state]}
      </StatusPill>
    );
  },
};

export const ecaColumn: Column = {
  id: 'eca',
  header: projectWords.eca,
  width: '64px',
  minListPx: 640,
  value: ({ eca }) => yesNo(eca),
};

/** The columns of a database's own list. */
export const projectColumns: readonly Column[] = [
  {
    id: 'name',
    header: projectWords.name,
    width: 'minmax(150px, 3fr)',
    value: projectName,
    cell: (project) => <span title={projectName(project)}>{projectName(project)}</span>,
  },
  contentsColumn,
  stateColumn,
  ecaColumn,
  {
    id: 'threading',
    header: projectWords.threading,
    width: 'minmax(110px, 1fr)',
    minListPx: 820,
    value: ({ emailThreadingStatus }) => emailThreadingStatus ?? null,
    cell: ({ emailThreadingStatus }) =>
      emailThreadingStatus == null ? projectWords.unknown : <PlatformValue value={emailThreadingStatus} />,
  },
  {
    id: 'lastLogin',
    header: projectWords.lastLogin,
    width: '176px',
    minListPx: 720,
    // As it comes, so that it sorts by time.
    value: ({ lastLogin }) => lastLogin ?? null,
    cell: ({ lastLogin }) => timeText(lastLogin),
  },
];
