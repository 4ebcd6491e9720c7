import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { watchWaitText } from '../../../preload/contract/watch/watch-text.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { count, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { navigate, routeHref, type WatchedFolderTab } from '../../navigation/routes.ts';
import { Page } from '../../shared/page.tsx';
import { SandboxStoppedNotice } from '../../shared/sandbox-stopped-notice.tsx';
import { useWatchedFolder } from '../../state/selectors.ts';
import { Bytes } from '../../ui/bytes.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Stat, Stats } from '../../ui/stats.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BatchesTab } from './batches-tab.tsx';
import { ConfirmWatchedDatabase } from './confirm-database.tsx';
import { FilesTab } from './files-tab.tsx';
import { WatchedFolderNotFound } from './not-found.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { useWatchActions } from './watch-actions.tsx';
import { waitAdvice, watchStatus } from './watch-status.ts';
import { DecideLink, databaseNameOf } from './watched-folder-columns.tsx';
import './watched-folders.css';

const folderWords = words.watchedFolder;
const actionWords = words.watchActions;

export function WatchedFolderScreen({
  ruleId,
  tab,
}: {
  readonly ruleId: number;
  readonly tab: WatchedFolderTab;
}) {
  const folder = useWatchedFolder(ruleId);
  return folder === null ? <WatchedFolderNotFound /> : <WatchedFolder folder={folder} tab={tab} />;
}

function WatchedFolder({
  folder,
  tab,
}: {
  readonly folder: WatchedFolderView;
  readonly tab: WatchedFolderTab;
}) {
  const actions = useWatchActions(folder);
  const { rule, counts, pendingBytes } = folder;
  const attention = counts.failed + counts.held;
  return (
    <Page
      title={rule.name}
      about={folderWords.about(databaseNameOf(folder), rule.path)}
      actions={actions.buttons}
      incidents={
        <>
          {actions.notices}
          <StateNotice folder={folder} />
          <RefusalNotice folder={folder} />
        </>
      }
    >
      <p className="visually-hidden" role="status">
        {watchStatus(folder).label}
      </p>
      <Stats>
        <Stat label={words.watchedFolders.settling}>{count(counts.settling)}</Stat>
        <Stat label={words.watchedFolders.pending}>
          {count(counts.settled + counts.sending)}
          {pendingBytes === 0 ? null : (
            <span className="small muted">
              {' '}
              <Bytes value={pendingBytes} />
            </span>
          )}
        </Stat>
        <Stat label={words.watchedFolders.sent}>
          {count(counts.sent)}
          {folder.found === 0 ? null : (
            <span className="small">
              {' '}
              <Link to={routeHref({ kind: 'watched-folder', ruleId: folder.id, tab: 'files' })}>
                {words.watchedFolder.withExceptions(folder.found)}
              </Link>
            </span>
          )}
        </Stat>
        <Stat label={words.watchedFolders.failed} tone={counts.failed > 0 ? 'bad' : 'plain'}>
          {count(counts.failed)}
        </Stat>
        <Stat label={words.watchedFolders.review} tone={counts.held > 0 ? 'warn' : 'plain'}>
          {count(counts.held)}{' '}
          <span className="small">
            <DecideLink folder={folder} />
          </span>
        </Stat>
      </Stats>
      <div className="card card-fill">
        <Tabs
          label={folderWords.tabs}
          selected={tab}
          onSelect={(id) => navigate({ kind: 'watched-folder', ruleId: folder.id, tab: id }, 'replace')}
          tabs={[
            {
              id: 'overview',
              label: folderWords.overview,
              content: () => <OverviewTab folder={folder} />,
            },
            {
              id: 'files',
              label: folderWords.files,
              ...(attention === 0
                ? {}
                : { badge: count(attention), badgeTone: counts.failed > 0 ? 'bad' : 'warn' }),
              content: () => <FilesTab folder={folder} />,
            },
            {
              id: 'batches',
              label: folderWords.batches,
              content: () => <BatchesTab folder={folder} />,
            },
          ]}
        />
      </div>
    </Page>
  );
}

/** Says that it is a draft, why it is broken, or what it waits for, with the way on. */
function StateNotice({ folder }: { readonly folder: WatchedFolderView }) {
  const { state, failure, waitingFor, isSandbox } = folder;
  if (state === 'draft')
    return (
      <Notice
        tone="info"
        title={folderWords.draft}
        action={
          <Link to={routeHref({ kind: 'watch-setup', ruleId: folder.id, step: 'rehearsal' })} look="default">
            {actionWords.continueSetup}
          </Link>
        }
      />
    );
  if (state === 'broken' && failure?.code === 'database-unconfirmed')
    return (
      <Notice
        tone="bad"
        title={words.newUploadReview.databaseCheck}
        action={<ConfirmWatchedDatabase ruleId={folder.id} />}
      >
        {failureText(failure)} {folderWords.unconfirmed}
      </Notice>
    );
  if (state === 'broken' && failure !== null)
    return <FailureNotice failure={failure}>{folderWords.broken}</FailureNotice>;
  if (state !== 'active' || waitingFor === null) return null;
  const title = watchWaitText(waitingFor, time);
  const advice = waitAdvice(waitingFor);
  switch (waitingFor.kind) {
    case 'key':
      return (
        <Notice
          tone="bad"
          title={title}
          action={
            <Link to={routeHref({ kind: 'settings' })} look="default">
              {actionWords.enterKey}
            </Link>
          }
        >
          {advice}
        </Notice>
      );
    case 'upload':
      return (
        <Notice
          tone="bad"
          title={title}
          action={
            <Link
              to={routeHref({ kind: 'upload', uploadId: waitingFor.uploadId, tab: 'exceptions' })}
              look="default"
            >
              {words.watchFiles.openUpload}
            </Link>
          }
        >
          {advice}
        </Notice>
      );
    case 'connection':
      return isSandbox ? (
        <SandboxStoppedNotice />
      ) : (
        <Notice
          tone="warn"
          title={title}
          action={
            <Link to={routeHref({ kind: 'settings' })} look="default">
              {actionWords.openSettings}
            </Link>
          }
        >
          {advice}
        </Notice>
      );
    case 'schedule':
      return (
        <Notice tone="info" title={title}>
          {advice}
        </Notice>
      );
    case 'folder':
    case 'platform':
    case 'disk-full':
    case 'store':
    case 'custodian-map':
    case 'password-file':
      return (
        <Notice tone="warn" title={title}>
          {advice}
        </Notice>
      );
  }
}
