import { useEffect } from 'react';
import { words } from '../../../i18n/words.ts';
import type { WatchSetupStep } from '../../../navigation/routes.ts';
import { NoConnection } from '../../../shared/no-connection.tsx';
import { Page } from '../../../shared/page.tsx';
import { useConnections, useWatchedFolder } from '../../../state/selectors.ts';
import {
  emptyWatchSetup,
  isWatchSetupOpen,
  openWatchSetup,
  useWatchSetup,
} from '../../../state/watch-setup-form.ts';
import { WatchedFolderNotFound } from '../not-found.tsx';
import { CustodiansStep } from './custodians-step.tsx';
import { DestinationStep } from './destination-step.tsx';
import { FolderStep } from './folder-step.tsx';
import { RehearsalStep } from './rehearsal-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { setupFormOf } from './setup-rule.ts';

/** The wizard for a new watched folder, and for a change to one. */
export function WatchSetupScreen({
  ruleId,
  step,
}: {
  readonly ruleId: number | null;
  readonly step: WatchSetupStep;
}) {
  const folder = useWatchedFolder(ruleId);
  const connections = useConnections();
  const isOpen = useWatchSetup((setup) => isWatchSetupOpen(setup, ruleId));
  const [onlyConnection] = connections.length === 1 ? connections : [];
  useEffect(() => {
    if (isOpen || (ruleId !== null && folder === null)) return;
    // Preselected only if it is the only one: the wrong platform means the wrong matter.
    const form =
      folder === null
        ? { ...emptyWatchSetup, connectionId: onlyConnection?.id ?? null }
        : setupFormOf(folder);
    openWatchSetup(ruleId, form, folder === null ? 'folder' : 'rehearsal');
  }, [isOpen, ruleId, folder, onlyConnection]);

  if (ruleId !== null && folder === null) return <WatchedFolderNotFound />;
  if (connections.length === 0)
    return (
      <Page title={words.watchSetup.title}>
        <NoConnection />
      </Page>
    );
  if (!isOpen) return null;
  switch (step) {
    case 'folder':
      return <FolderStep folder={folder} />;
    case 'destination':
      return <DestinationStep folder={folder} />;
    case 'custodians':
      return <CustodiansStep folder={folder} />;
    case 'schedule':
      return <ScheduleStep folder={folder} />;
    case 'rehearsal':
      return <RehearsalStep folder={folder} />;
  }
}
