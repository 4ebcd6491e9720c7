import { useState } from 'react';
import type { ProjectRecord } from '../../../preload/contract/platform/records.ts';
import { words } from '../../i18n/words.ts';
import { RecordTable } from '../../shared/record-table.tsx';
import { usePlatformList } from '../../state/use-remote-list.ts';
import { projectColumns, projectName } from './project-columns.tsx';
import { ProjectDialog } from './project-dialog.tsx';

const projectWords = words.databaseProjects;

/** The projects of a database; each one opens with all its fields and its users. */
export function ProjectsTab({
  connectionId,
  databaseId,
}: {
  readonly connectionId: string;
  readonly databaseId: number;
}) {
  const [open, setOpen] = useState<ProjectRecord | null>(null);
  const list = usePlatformList('GetDatabaseProjects', { connectionId, path: { databaseId } });
  return (
    <>
      <RecordTable
        label={words.databases.projects}
        operation="GetDatabaseProjects"
        list={list}
        columns={projectColumns}
        countText={projectWords.count}
        searchLabel={projectWords.search}
        csvName={words.databases.projects}
        emptyTitle={projectWords.empty}
        emptyText={projectWords.emptyDescription}
        rowText={projectName}
        onOpen={setOpen}
      />
      {open === null ? null : (
        <ProjectDialog connectionId={connectionId} project={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
