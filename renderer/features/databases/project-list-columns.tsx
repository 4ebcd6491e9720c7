import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import { csvColumn, Text, textColumn, timeColumn } from '../../shared/columns.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { commonColumns, projectName, yesNo } from './project-columns.tsx';
import type { ListedProject } from './project-rows.ts';

const projectWords = words.databaseProjects;
const databaseWords = words.databases;

type Column = RecordColumn<ListedProject>;
type Flag = 'eca' | 'partial' | 'suspended' | 'frozen' | 'productionMode' | 'mfaRequired';

const flagColumn = (name: Flag, header: string, width: string, minListPx: number): Column =>
  textColumn(name, header, width, ({ [name]: value }) => yesNo(value), { minListPx });

const csvFlag = (name: Flag, header: string): Column =>
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
  textColumn('internalName', projectWords.internalName, 'minmax(110px, 1fr)', ({ name }) => name, {
    minListPx: 1310,
  }),
  textColumn('database', projectWords.database, 'minmax(110px, 2fr)', ({ database }) => database?.name, {
    missing: projectWords.unknown,
  }),
  textColumn(
    'organization',
    databaseWords.organization,
    'minmax(110px, 1.4fr)',
    ({ organizationName }) => organizationName,
    { minListPx: 820, missing: projectWords.unknown },
  ),
  ...commonColumns,
  flagColumn('productionMode', projectWords.productionShort, '92px', 1060),
  flagColumn('mfaRequired', projectWords.mfaShort, '60px', 1120),
  timeColumn('created', projectWords.created, ({ created }) => created, { minListPx: 1180 }),
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
