import { type ReactNode, useState } from 'react';
import type { Failure } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useUpload } from '../../state/selectors.ts';
import { together, useCommand } from '../../state/use-command.ts';
import { clearWatchSetup } from '../../state/watch-setup-form.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { DismissButton, FailureNotice, Notice } from '../../ui/notice.tsx';
import { ConfirmDialog } from './confirm-database.tsx';

const actionWords = words.watchActions;

function isSameFailure(one: Failure, other: Failure | null): boolean {
  return other !== null && failureText(one) === failureText(other);
}

/** Whether the folder's own notice says it already. */
export function isShown(failure: Failure, folder: Pick<WatchedFolderView, 'failure' | 'refusal'>): boolean {
  return isSameFailure(failure, folder.failure) || isSameFailure(failure, folder.refusal);
}

/** What can be done with a watched folder now, and what came of it. */
export function useWatchActions(folder: WatchedFolderView): {
  readonly buttons: ReactNode;
  readonly notices: ReactNode;
} {
  const { id: ruleId, state, rule } = folder;
  const activate = useCommand('watch.activate');
  const pause = useCommand('watch.pause');
  const scan = useCommand('watch.scanNow');
  const remove = useCommand('watch.remove');
  const resume = useCommand('uploads.start');
  const [dialog, setDialog] = useState<'remove' | 'database' | null>(null);
  const [hasScanned, setScanned] = useState(false);
  const upload = useUpload(folder.uploadId);

  async function activateRule() {
    const activated = await activate.run({ ruleId });
    if (activated.ok || activated.failure.code !== 'database-unconfirmed') return;
    activate.dismiss();
    setDialog('database');
  }
  async function scanNow() {
    setScanned(false);
    setScanned((await scan.run({ ruleId })).ok);
  }
  async function removeRule() {
    const removed = await remove.run({ ruleId });
    if (!removed.ok) return;
    clearWatchSetup();
    navigate({ kind: 'watched-folders' }, 'replace');
  }
  function edit() {
    clearWatchSetup();
    navigate({ kind: 'watch-setup', ruleId, step: 'folder' });
  }
  const isActive = state === 'active';
  const canResume = isActive && upload?.state === 'paused';
  useMenuItem('scan-folder', isActive ? () => void scanNow() : null);
  useMenuItem('edit-folder', edit);
  useMenuItem('remove-folder', () => setDialog('remove'));
  useMenuItem('pause', isActive ? () => void pause.run({ ruleId }) : null);
  useMenuItem('resume', state === 'paused' || state === 'broken' ? () => void activateRule() : null);

  const entries: readonly MenuEntry[] = [
    ...(canResume && upload !== null
      ? [
          {
            id: 'resume',
            label: actionWords.resumeUpload,
            icon: 'play' as const,
            onAction: () =>
              void resume.run({ uploadId: upload.id, links: [], held: 'ask', confirmDatabase: null }),
          },
        ]
      : []),
    {
      id: 'uploads',
      label: actionWords.showUploads,
      icon: 'list',
      onAction: () => navigate({ kind: 'watched-folder', ruleId, tab: 'batches' }, 'replace'),
    },
    {
      id: 'edit',
      label: actionWords.edit,
      icon: 'gear',
      onAction: edit,
    },
    {
      id: 'remove',
      label: actionWords.remove,
      icon: 'close',
      danger: true,
      onAction: () => setDialog('remove'),
    },
  ];
  const { failure: failed, dismiss } = together(activate, pause, scan, resume);
  const failure = failed !== null && isShown(failed, folder) ? null : failed;

  return {
    buttons: (
      <>
        {isActive ? (
          <Button icon="search" busy={scan.busy} onPress={() => void scanNow()}>
            {actionWords.scanNow}
          </Button>
        ) : null}
        {/* One button, which keeps the focus when the folder is paused or activated. */}
        {state === 'draft' ? null : (
          <Button
            variant={isActive ? 'default' : 'primary'}
            icon={isActive ? 'pause' : 'play'}
            busy={pause.busy || activate.busy}
            onPress={() => void (isActive ? pause.run({ ruleId }) : activateRule())}
          >
            {isActive ? actionWords.pause : activate.busy ? actionWords.activating : actionWords.activate}
          </Button>
        )}
        <Menu label={words.watchedFolders.moreActions(rule.name)} entries={entries}>
          <Button icon="chevronDown" label={words.watchedFolders.moreActions(rule.name)} />
        </Menu>
        <AlertDialog
          title={actionWords.removeTitle(rule.name)}
          open={dialog === 'remove'}
          safe={actionWords.removeKeep}
          destructive={actionWords.removeConfirm}
          onSafe={() => setDialog(null)}
          onDestructive={() => void removeRule()}
          busy={remove.busy}
          failure={remove.failure}
        >
          <p>{actionWords.removeDescription}</p>
        </AlertDialog>
        {dialog === 'database' ? <ConfirmDialog ruleId={ruleId} onClose={() => setDialog(null)} /> : null}
      </>
    ),
    notices: (
      <>
        <FailureNotice failure={failure} onDismiss={dismiss} />
        {hasScanned ? (
          <Notice
            tone="ok"
            title={actionWords.scanStarted}
            action={<DismissButton onPress={() => setScanned(false)} />}
          />
        ) : null}
      </>
    ),
  };
}
