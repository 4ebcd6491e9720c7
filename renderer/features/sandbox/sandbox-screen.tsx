import { useState } from 'react';
import type { SandboxView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { useSandbox } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { setForm } from '../new-upload/drafting.ts';
import { PracticeUploads } from './practice-uploads.tsx';
import './sandbox.css';

const say = words.sandbox;

export function SandboxScreen() {
  const sandbox = useSandbox();
  const start = useCommand('sandbox.start');
  const open = useCommand('sandbox.open');
  // What failed is told once: by the state, or by the call.
  const failure = sandbox.kind === 'failed' ? sandbox.failure : (start.failure ?? open.failure);
  const isRunning = sandbox.kind === 'running';
  return (
    <Page title={say.title} about={say.about}>
      <div className="sandbox">
        <div className="stack">
          <Card label={say.state}>
            <div className="stack">
              <DescriptionList
                items={[
                  [say.state, <State key="state" kind={sandbox.kind} />],
                  [say.address, isRunning ? sandbox.url : words.common.none],
                ]}
              />
              {failure === null ? null : <FailureNotice failure={failure} />}
              {isRunning ? (
                <div className="row">
                  <Button
                    variant="primary"
                    icon="add"
                    onPress={() => {
                      setForm({ connectionId: sandbox.connectionId, databaseId: null });
                      navigate({ kind: 'new-upload', uploadId: null });
                    }}
                  >
                    {say.newUpload}
                  </Button>
                  <Button busy={open.busy} onPress={() => void open.run(undefined)}>
                    {say.open}
                  </Button>
                  <Stop />
                </div>
              ) : (
                <div className="row">
                  <Button
                    variant="primary"
                    icon="play"
                    busy={start.busy || sandbox.kind === 'starting'}
                    onPress={() => void start.run(undefined)}
                  >
                    {say.start}
                  </Button>
                </div>
              )}
              {isRunning ? <p className="small faint">{say.openMeaning}</p> : null}
            </div>
          </Card>
          <Card title={say.what}>
            <p className="sandbox-what">{say.whatMeaning}</p>
          </Card>
          <Notice tone="warn" title={say.warning}>
            {say.warningMeaning}
          </Notice>
        </div>
        <PracticeUploads />
      </div>
    </Page>
  );
}

function State({ kind }: { readonly kind: SandboxView['kind'] }) {
  const word = say.states[kind];
  switch (kind) {
    case 'running':
      return (
        <StatusPill tone="ok" icon="check">
          {word}
        </StatusPill>
      );
    case 'starting':
      return (
        <StatusPill tone="info" icon="clock">
          {word}
        </StatusPill>
      );
    case 'failed':
      return (
        <StatusPill tone="bad" icon="alert">
          {word}
        </StatusPill>
      );
    case 'stopped':
      return (
        <StatusPill tone="plain" icon="pause">
          {word}
        </StatusPill>
      );
  }
}

function Stop() {
  const [asks, setAsks] = useState(false);
  const stop = useCommand('sandbox.stop');
  return (
    <>
      <Button variant="quiet" onPress={() => setAsks(true)}>
        {say.stop}
      </Button>
      <AlertDialog
        title={say.stopTitle}
        open={asks}
        safe={say.stopKeep}
        destructive={say.stopDo}
        onSafe={() => setAsks(false)}
        busy={stop.busy}
        failure={stop.failure}
        onDestructive={async () => {
          const stopped = await stop.run(undefined);
          if (stopped.ok) setAsks(false);
        }}
      >
        <p>{say.stopMeaning}</p>
      </AlertDialog>
    </>
  );
}
