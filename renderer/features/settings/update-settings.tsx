import type { ReactNode } from 'react';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import type { UpdatesView } from '../../../preload/contract/views/views.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import './settings.css';

const updateWords = words.settings.update;

/** Whether there is an update, and the one next action. */
export function UpdateSettings() {
  const { updates, version } = useApp();
  const check = useCommand('updates.check');
  const download = useCommand('updates.download');
  const install = useCommand('updates.install');
  const failure = check.failure ?? download.failure ?? install.failure;
  const isChecking = check.busy || updates.kind === 'checking';
  return (
    <>
      <UpdateStatus updates={updates} version={version} />
      {updates.kind === 'off' || updates.kind === 'downloading' ? null : (
        <div className="row">
          {updates.kind === 'available' ? (
            <Button variant="primary" busy={download.busy} onPress={() => void download.run(undefined)}>
              {updateWords.download}
            </Button>
          ) : null}
          {updates.kind === 'ready' ? (
            <Button variant="primary" busy={install.busy} onPress={() => void install.run(undefined)}>
              {updateWords.install}
            </Button>
          ) : null}
          {updates.kind === 'ready' ? null : (
            <Button busy={isChecking} onPress={() => void check.run(undefined)}>
              {isChecking ? updateWords.checking : updateWords.check}
            </Button>
          )}
        </div>
      )}
      <FailureNotice failure={failure} />
    </>
  );
}

function UpdateStatus({
  updates,
  version,
}: {
  readonly updates: UpdatesView;
  readonly version: string;
}): ReactNode {
  switch (updates.kind) {
    case 'off':
      return <StatusText title={updateWords.off} description={updateWords.offReasons[updates.reason]} />;
    case 'checking':
      return <StatusText title={updateWords.current(version)} description={updateWords.checking} />;
    case 'current':
      return updates.checkedAt === null ? (
        <StatusText title={updateWords.current(version)} description={updateWords.unchecked} />
      ) : (
        <StatusText
          title={updateWords.upToDate(version)}
          description={updateWords.checkedAt(time(updates.checkedAt))}
        />
      );
    case 'available':
      return (
        <StatusText
          title={updateWords.available(updates.version)}
          description={updateWords.availableDescription(version)}
        />
      );
    case 'downloading':
      return (
        <div className="settings-stack">
          <div className="field-label">{updateWords.downloading(updates.version)}</div>
          <p className="muted">{updateWords.downloadingDescription(`${updates.percent}%`)}</p>
          <ProgressBar
            label={updateWords.downloading(updates.version)}
            valueText={`${updates.percent}%`}
            total={100}
            segments={[{ tone: 'accent', value: updates.percent }]}
          />
        </div>
      );
    case 'ready':
      return (
        <StatusText title={updateWords.ready(updates.version)} description={updateWords.readyDescription} />
      );
    case 'failed':
      return (
        <Notice tone="warn" title={updateWords.failed}>
          {failureText(updates.failure)}
        </Notice>
      );
  }
}

function StatusText({ title, description }: { readonly title: string; readonly description: string }) {
  return (
    <div className="settings-stack" role="status">
      <div className="field-label">{title}</div>
      <p className="muted">{description}</p>
    </div>
  );
}
