import { useEffect } from 'react';
import { words } from '../../../i18n/words.ts';
import type { WatchSetupStep } from '../../../navigation/routes.ts';
import { NoConnection } from '../../../shared/not-found.tsx';
import { Page } from '../../../shared/page.tsx';
import { useConnections, useWatchedFolder } from '../../../state/selectors.ts';
import {
  emptyWatchSetup,
  isWatchSetupOpen,
  openWatchSetup,
  useWatchSetup,
  watchSetupFormOf,
} from '../../../state/watch-setup-form.ts';
import { WatchedFolderNotFound } from '../not-found.tsx';
import { CustodiansStep, custodianFields } from './custodians-step.tsx';
import { DestinationStep, destinationFields } from './destination-step.tsx';
import { FolderStep, folderFields } from './folder-step.tsx';
import { RehearsalStep } from './rehearsal-step.tsx';
import { ScheduleStep, scheduleFields } from './schedule-step.tsx';
import type { StepOfField } from './setup-rule.ts';

/** Fails to compile while a setting has no step. */
export const stepOf: StepOfField = {
  ...folderFields,
  ...destinationFields,
  ...custodianFields,
  ...scheduleFields,
};

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
        : watchSetupFormOf(folder);
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
  const props = { folder, stepOf };
  switch (step) {
    case 'folder':
      return <FolderStep {...props} />;
    case 'destination':
      return <DestinationStep {...props} />;
    case 'custodians':
      return <CustodiansStep {...props} />;
    case 'schedule':
      return <ScheduleStep {...props} />;
    case 'rehearsal':
      return <RehearsalStep {...props} />;
  }
}
