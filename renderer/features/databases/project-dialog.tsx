import { type ReactNode, useMemo } from 'react';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type { ProjectRecord } from '../../../preload/contract/platform/records.ts';
import { timeText } from '../../i18n/format.ts';
import { fieldNames, readableData } from '../../i18n/readable-data.ts';
import { words } from '../../i18n/words.ts';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { PlatformValue } from '../../shared/platform-value.tsx';
import { usePlatformList } from '../../state/use-remote-list.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import '../../ui/table.css';
import { useCsvExport } from '../../ui/use-csv-export.tsx';
import { contentsText, projectName, projectState, yesNo } from './project-columns.tsx';

const projectWords = words.databaseProjects;

interface ProjectDialogProps {
  readonly connectionId: string;
  readonly project: ProjectRecord;
  readonly onClose: () => void;
}

export function ProjectDialog({ connectionId, project, onClose }: ProjectDialogProps) {
  return (
    <Dialog
      wide
      open
      title={projectName(project)}
      onClose={onClose}
      buttons={<Button onPress={onClose}>{projectWords.close}</Button>}
    >
      <DescriptionList items={projectFields(project)} />
      <ProjectUsers connectionId={connectionId} project={project} />
    </Dialog>
  );
}

function projectFields(project: ProjectRecord): readonly (readonly [string, ReactNode])[] {
  return [
    [words.databases.id, String(project.id)],
    [projectWords.internalName, project.name],
    [projectWords.contents, contentsText(project.partial)],
    [projectWords.state, projectWords.states[projectState(project)]],
    [projectWords.eca, yesNo(project.eca)],
    [projectWords.production, yesNo(project.productionMode)],
    [projectWords.mfa, yesNo(project.mfaRequired)],
    [
      projectWords.threading,
      project.emailThreadingStatus == null ? (
        projectWords.unknown
      ) : (
        <PlatformValue key="threading" value={project.emailThreadingStatus} />
      ),
    ],
    [projectWords.created, timeText(project.created) || projectWords.unknown],
    [projectWords.lastLogin, timeText(project.lastLogin) || projectWords.unknown],
  ];
}

/** The records of a project's users aren't documented (platform-interface 2.12): a column for each of their fields. */
function ProjectUsers({ connectionId, project }: Omit<ProjectDialogProps, 'onClose'>) {
  const { elements, failure, isComplete, isLoading, reload } = usePlatformList('GetProjectUsers', {
    connectionId,
    path: { projectId: project.id },
  });
  const users = useMemo(() => elements.map(readableData), [elements]);
  const names = useMemo(() => fieldNames(users), [users]);
  const rows = useMemo(
    () => users.map((user) => new Map(user)).map((fields) => names.map((name) => fields.get(name) ?? null)),
    [users, names],
  );
  const csv = useCsvExport(
    rows.length === 0 || !isComplete
      ? null
      : () => ({ name: `${projectWords.users} ${projectName(project)}`, columns: [...names], rows }),
    { inMenu: false },
  );
  return (
    <section aria-label={projectWords.users}>
      <div className="row">
        <h2>{projectWords.users}</h2>
        <span className="muted" role="status">
          {isLoading ? words.common.loading : failure === null ? projectWords.usersCount(rows.length) : ''}
        </span>
        <span className="spacer" />
        {csv.button}
      </div>
      {csv.notice}
      {failure !== null && failureKind(failure) === 'not-found' ? (
        <Notice tone="info" title={projectWords.usersNotOffered}>
          {projectWords.usersNotOfferedDescription}
        </Notice>
      ) : failure === null ? null : (
        <PlatformFailure
          operation="GetProjectUsers"
          failure={failure}
          subject={projectWords.users}
          onRetry={reload}
        />
      )}
      {rows.length === 0 && failure === null && !isLoading ? (
        <p className="muted">{projectWords.usersNone}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <>
          <p className="muted small">{projectWords.usersHint}</p>
          <div className="database-dialog-list">
            <table className="table" aria-label={projectWords.users}>
              <thead>
                <tr>
                  {names.map((name) => (
                    <th key={name}>{name}</th>
                  ))}
                </tr>
              </thead>
              <tbody className="selectable">
                {rows.map((cells, index) => (
                  <tr key={JSON.stringify(elements[index])}>
                    {cells.map((cell, column) => (
                      <td key={names[column]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}
