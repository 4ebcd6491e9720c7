import type { ReactNode } from 'react';
import { failureText } from '../../../preload/contract/failure-text.ts';
import type { UpdatesView } from '../../../preload/contract/views.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/asking.ts';
import { useApp } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

const say = words.settings.update;

/** Whether there is a newer Lading, and the one thing that can be done about it. */
export function UpdateSettings() {
  const { updates, version } = useApp();
  const check = useCommand('updates.check');
  const download = useCommand('updates.download');
  const install = useCommand('updates.install');
  const failure = check.failure ?? download.failure ?? install.failure;
  const looking = check.busy || updates.kind === 'checking';
  return (
    <>
      <Found updates={updates} version={version} />
      {updates.kind === 'off' || updates.kind === 'downloading' ? null : (
        <div className="row">
          {updates.kind === 'available' ? (
            <Button variant="primary" busy={download.busy} onPress={() => void download.run(undefined)}>
              {say.download}
            </Button>
          ) : null}
          {updates.kind === 'ready' ? (
            <Button variant="primary" busy={install.busy} onPress={() => void install.run(undefined)}>
              {say.install}
            </Button>
          ) : null}
          {updates.kind === 'ready' ? null : (
            <Button busy={looking} onPress={() => void check.run(undefined)}>
              {looking ? say.checking : say.check}
            </Button>
          )}
        </div>
      )}
      {failure === null ? null : <FailureNotice failure={failure} />}
    </>
  );
}

function Found({ updates, version }: { readonly updates: UpdatesView; readonly version: string }): ReactNode {
  switch (updates.kind) {
    case 'off':
      return <Words title={say.off} more={say.offMeaning} />;
    case 'checking':
      return <Words title={say.current(version)} more={say.checking} />;
    case 'current':
      return updates.checkedAt === null ? (
        <Words title={say.current(version)} more={say.unchecked} />
      ) : (
        <Words title={say.newest(version)} more={say.checkedAt(time(updates.checkedAt))} />
      );
    case 'available':
      return <Words title={say.available(updates.version)} more={say.availableMeaning(version)} />;
    case 'downloading':
      return (
        <div className="stack-small">
          <div className="field-label">{say.downloading(updates.version)}</div>
          <p className="muted">{say.downloadingMeaning(`${updates.percent} %`)}</p>
          <ProgressBar
            label={say.downloading(updates.version)}
            valueText={`${updates.percent} %`}
            total={100}
            segments={[{ tone: 'accent', value: updates.percent }]}
          />
        </div>
      );
    case 'ready':
      return <Words title={say.ready(updates.version)} more={say.readyMeaning} />;
    case 'failed':
      return (
        <Notice tone="warn" title={say.failed}>
          {failureText(updates.failure)}
        </Notice>
      );
  }
}

function Words({ title, more }: { readonly title: string; readonly more: string }) {
  return (
    <div className="stack-small" role="status">
      <div className="field-label">{title}</div>
      <p className="muted">{more}</p>
    </div>
  );
}
