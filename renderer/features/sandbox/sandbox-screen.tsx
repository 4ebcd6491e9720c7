import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { Page } from '../../shared/page.tsx';
import { SandboxData } from '../../shared/sandbox-data.tsx';
import { startForm } from '../../state/new-upload-draft.ts';
import { useApp, useSandbox } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
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
  const { sandboxKeysCommand: keysCommand } = useApp();
  const isRunning = sandbox.kind === 'running';
  return (
    <Page title={sandboxWords.title} about={sandboxWords.about}>
      <div className="sandbox">
        <div className="stack">
          <Card label={sandboxWords.state}>
            <div className="stack">
              <DescriptionList
                items={[
                  [
                    sandboxWords.state,
                    <StatusPill
                      key="state"
                      {...looks[sandbox.kind]}
                      label={sandboxWords.states[sandbox.kind]}
                    />,
                  ],
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
              {isRunning ? (
                <>
                  <p className="small faint">{sandboxWords.openDescription}</p>
                  <p className="small faint">{sandboxWords.keysDescription}</p>
                  <code className="truncate selectable" title={keysCommand}>
                    {keysCommand}
                  </code>
                  <div className="row">
                    <CopyButton text={keysCommand}>{sandboxWords.copyKeysCommand}</CopyButton>
                  </div>
                </>
              ) : null}
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

const looks = {
  running: { tone: 'ok', icon: 'check' },
  starting: { tone: 'info', icon: 'clock' },
  failed: { tone: 'bad', icon: 'alert' },
  stopped: { tone: 'plain', icon: 'pause' },
} as const;

function StopButton() {
  const stop = useCommand('sandbox.stop');
  return (
    <ConfirmButton
      variant="quiet"
      command={stop}
      onConfirm={() => stop.run(undefined)}
      title={sandboxWords.stopTitle}
      safe={sandboxWords.stopKeep}
      destructive={sandboxWords.stopConfirm}
      question={<p>{sandboxWords.stopDescription}</p>}
    >
      {sandboxWords.stop}
    </ConfirmButton>
  );
}
