import { useState } from 'react';
import type { SandboxView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { Page } from '../../shared/page.tsx';
import { SandboxData } from '../../shared/sandbox-data.tsx';
import { startForm } from '../../state/new-upload-draft.ts';
import { useSandbox } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { SandboxUploads } from './sandbox-uploads.tsx';
import './sandbox.css';

const sandboxWords = words.sandbox;

export function SandboxScreen() {
  const sandbox = useSandbox();
  const start = useCommand('sandbox.start');
  const open = useCommand('sandbox.open');
  // A failure is in the state, the answer, or both; it is shown once.
  const failure = sandbox.kind === 'failed' ? sandbox.failure : (start.failure ?? open.failure);
  const isRunning = sandbox.kind === 'running';
  return (
    <Page title={sandboxWords.title} about={sandboxWords.about}>
      <div className="sandbox">
        <div className="stack">
          <Card label={sandboxWords.state}>
            <div className="stack">
              <DescriptionList
                items={[
                  [sandboxWords.state, <StatePill key="state" kind={sandbox.kind} />],
                  [sandboxWords.address, isRunning ? sandbox.url : words.common.none],
                ]}
              />
              <FailureNotice failure={failure} />
              {isRunning ? (
                <div className="row">
                  <Button
                    variant="primary"
                    icon="add"
                    onPress={() => {
                      startForm({ connectionId: sandbox.connectionId });
                      navigate({ kind: 'new-upload', uploadId: null });
                    }}
                  >
                    {sandboxWords.newUpload}
                  </Button>
                  <Button busy={open.busy} onPress={() => void open.run(undefined)}>
                    {sandboxWords.open}
                  </Button>
                  <StopButton />
                </div>
              ) : (
                <div className="row">
                  <Button
                    variant="primary"
                    icon="play"
                    busy={start.busy || sandbox.kind === 'starting'}
                    onPress={() => void start.run(undefined)}
                  >
                    {sandboxWords.start}
                  </Button>
                </div>
              )}
              {isRunning ? <p className="small faint">{sandboxWords.openDescription}</p> : null}
            </div>
          </Card>
          <Card label={sandboxWords.data}>
            <SandboxData />
          </Card>
        </div>
        <div className="stack">
          <SandboxUploads />
          <Card title={sandboxWords.what}>
            <p className="sandbox-what">{sandboxWords.whatDescription}</p>
          </Card>
          <Notice tone="warn" title={sandboxWords.warning}>
            {sandboxWords.warningDescription}
          </Notice>
        </div>
      </div>
    </Page>
  );
}

function StatePill({ kind }: { readonly kind: SandboxView['kind'] }) {
  const word = sandboxWords.states[kind];
  switch (kind) {
    case 'running':
      return <StatusPill tone="ok" icon="check" label={word} />;
    case 'starting':
      return <StatusPill tone="info" icon="clock" label={word} />;
    case 'failed':
      return <StatusPill tone="bad" icon="alert" label={word} />;
    case 'stopped':
      return <StatusPill tone="plain" icon="pause" label={word} />;
  }
}

function StopButton() {
  const [isConfirming, setConfirming] = useState(false);
  const stop = useCommand('sandbox.stop');
  return (
    <>
      <Button variant="quiet" onPress={() => setConfirming(true)}>
        {sandboxWords.stop}
      </Button>
      <AlertDialog
        title={sandboxWords.stopTitle}
        open={isConfirming}
        safe={sandboxWords.stopKeep}
        destructive={sandboxWords.stopConfirm}
        onSafe={() => setConfirming(false)}
        busy={stop.busy}
        failure={stop.failure}
        onDestructive={async () => {
          const stopped = await stop.run(undefined);
          if (stopped.ok) setConfirming(false);
        }}
      >
        <p>{sandboxWords.stopDescription}</p>
      </AlertDialog>
    </>
  );
}
