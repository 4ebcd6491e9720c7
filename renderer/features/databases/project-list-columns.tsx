import { printable } from '../../../preload/contract/texts/printable.ts';
import { timeText } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { contentsColumn, ecaColumn, projectName, stateColumn, yesNo } from './project-columns.tsx';
import type { ListedProject } from './project-rows.ts';

const projectWords = words.databaseProjects;
const databaseWords = words.databases;

type Column = RecordColumn<ListedProject>;
type Flag = 'eca' | 'partial' | 'suspended' | 'frozen' | 'productionMode' | 'mfaRequired';

function Text({ value }: { readonly value: string | null | undefined }) {
  return value == null ? (
    <span className="faint">{projectWords.unknown}</span>
  ) : (
    <span title={printable(value)}>{printable(value)}</span>
  );
}

const flagColumn = (name: Flag, header: string, width: string, minListPx: number): Column => ({
  id: name,
  header,
  width,
  minListPx,
  value: ({ [name]: value }) => yesNo(value),
});

/** For a spreadsheet: empty where the platform says nothing. */
const csvColumn = (header: string, value: Column['value']): Column => ({
  id: header,
  header,
  width: '',
  value,
});
const csvFlag = (name: Flag, header: string) =>
  csvColumn(header, ({ [name]: value }) => (value == null ? null : yesNo(value)));

export const listedProjectColumns: readonly Column[] = [
  {
    id: 'name',
    header: projectWords.name,
    width: 'minmax(140px, 3fr)',
    value: projectName,
    cell: (project) =>
      project.database == null ? (
        <Text value={projectName(project)} />
      ) : (
        <a
          className="database-name"
          href={routeHref({ kind: 'database', databaseId: project.database.id, tab: 'projects' })}
          tabIndex={-1}
          title={projectName(project)}
          draggable={false}
        >
          {projectName(project)}
        </a>
      ),
  },
  {
    id: 'internalName',
    header: projectWords.internalName,
    width: 'minmax(110px, 1fr)',
    minListPx: 1310,
    value: ({ name }) => name,
    cell: ({ name }) => <Text value={name} />,
  },
  {
    id: 'database',
    header: projectWords.database,
    width: 'minmax(110px, 2fr)',
    value: ({ database }) => database?.name ?? null,
    cell: ({ database }) => <Text value={database?.name} />,
  },
  {
    id: 'organization',
    header: databaseWords.organization,
    width: 'minmax(110px, 1.4fr)',
    minListPx: 820,
    value: ({ organizationName }) => organizationName,
    cell: ({ organizationName }) => <Text value={organizationName} />,
  },
  contentsColumn,
  stateColumn,
  ecaColumn,
  flagColumn('productionMode', projectWords.productionShort, '92px', 1060),
  flagColumn('mfaRequired', projectWords.mfaShort, '60px', 1120),
  {
    id: 'created',
    header: projectWords.created,
    width: '176px',
    minListPx: 1180,
    // As it comes, so that it sorts by time.
    value: ({ created }) => created ?? null,
    cell: ({ created }) => timeText(created),
  },
];

export const projectCsvColumns: readonly Column[] = [
  csvColumn(databaseWords.id, ({ id }) => id),
  csvColumn(projectWords.internalName, ({ name }) => name),
  csvColumn(projectWords.displayName, ({ displayName }) => displayName ?? null),
  csvColumn(projectWords.database, ({ database }) => database?.name ?? null),
  csvColumn(projectWords.databaseId, ({ database }) => database?.id ?? null),
  csvColumn(databaseWords.organization, ({ organizationName }) => organizationName),
  csvFlag('partial', projectWords.partialOnly),
  csvFlag('eca', projectWords.eca),
  csvFlag('suspended', projectWords.states.suspended),
  csvFlag('frozen', projectWords.states.frozen),
  csvColumn(`${projectWords.created} (UTC)`, ({ created }) => created ?? null),
  csvFlag('productionMode', projectWords.production),
  csvFlag('mfaRequired', projectWords.mfa),
];
