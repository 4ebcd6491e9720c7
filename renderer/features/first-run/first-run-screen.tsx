import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { words } from '../../i18n/words.ts';
import { navigate, routeHref } from '../../navigation/routes.ts';
import { startForm } from '../../state/new-upload-draft.ts';
import { useSandbox } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Logo } from '../../ui/logo.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import './first-run.css';

const firstRunWords = words.firstRun;

/** The connection form belongs to the settings; the app passes it in. */
type ConnectForm = ComponentType<{ readonly onConnected: () => void; readonly onCancel: () => void }>;

/** Shown while there is no connection: add one, or try the sandbox. */
export function FirstRunScreen({ ConnectForm }: { readonly ConnectForm: ConnectForm }) {
  const [isConnecting, setConnecting] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  // The pressed button disappears with its view, so the focus moves to the new view.
  const hasSwitched = useRef(false);
  useEffect(() => {
    if (!hasSwitched.current) return;
    const target = isConnecting ? 'form input' : '.first-run-action button';
    page.current?.querySelector<HTMLElement>(target)?.focus();
  }, [isConnecting]);
  const showForm = (shown: boolean) => {
    hasSwitched.current = true;
    setConnecting(shown);
  };
  return (
    <div className={`first-run${isConnecting ? ' first-run-connecting' : ''}`} ref={page}>
      <header className="first-run-header">
        <Logo size={isConnecting ? 32 : 48} />
        <h1>{firstRunWords.title}</h1>
        {isConnecting ? null : <p className="muted">{firstRunWords.about}</p>}
      </header>
      {isConnecting ? (
        <section className="card first-run-connect" aria-labelledby="first-run-connect">
          <div className="first-run-connect-about">
            <ChoiceText {...connectChoice} />
            <div className="first-run-alternative">
              <p className="muted">{firstRunWords.noKeyYet}</p>
              <StartSandbox />
            </div>
          </div>
          <ConnectForm onConnected={() => navigate({ kind: 'uploads' })} onCancel={() => showForm(false)} />
        </section>
      ) : (
        <>
          <div className="first-run-choices">
            <ChoiceCard choice={connectChoice}>
              <div className="first-run-action">
                <Button variant="primary" onPress={() => showForm(true)}>
                  {firstRunWords.addConnection}
                </Button>
              </div>
            </ChoiceCard>
            <ChoiceCard choice={sandboxChoice}>
              <StartSandbox />
            </ChoiceCard>
          </div>
          <Workflow />
          <p className="muted">
            {firstRunWords.haveReceipt} <Link to={routeHref({ kind: 'verify' })}>{words.verify.open}</Link>
          </p>
        </>
      )}
    </div>
  );
}

interface Choice {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly description: string;
  readonly points: readonly string[];
}

const connectChoice: Choice = {
  id: 'first-run-connect',
  icon: 'link',
  title: words.connect.heading,
  description: firstRunWords.connectDescription,
  points: firstRunWords.connectPoints,
};

const sandboxChoice: Choice = {
  id: 'first-run-sandbox',
  icon: 'sandbox',
  title: firstRunWords.sandbox,
  description: firstRunWords.sandboxDescription,
  points: firstRunWords.sandboxPoints,
};

function ChoiceCard({ choice, children }: { readonly choice: Choice; readonly children: ReactNode }) {
  return (
    <section className="card first-run-choice" aria-labelledby={choice.id}>
      <ChoiceText {...choice} />
      {children}
    </section>
  );
}

function ChoiceText({ id, icon, title, description, points }: Choice) {
  return (
    <>
      <span className="first-run-icon">
        <Icon name={icon} size={22} />
      </span>
      <h2 id={id}>{title}</h2>
      <p className="muted">{description}</p>
      <ul className="first-run-points">
        {points.map((point) => (
          <li key={point}>
            <Icon name="check" size={14} />
            {point}
          </li>
        ))}
      </ul>
    </>
  );
}

function StartSandbox() {
  const sandbox = useSandbox();
  const start = useCommand('sandbox.start');
  const isStarting = start.busy || sandbox.kind === 'starting';
  async function startSandbox() {
    const started = await start.run(undefined);
    if (!started.ok || started.value.kind !== 'running') return;
    startForm({ connectionId: started.value.connectionId });
    navigate({ kind: 'new-upload', uploadId: null });
  }
  return (
    <>
      <FailureNotice failure={start.failure} />
      <div className="first-run-action">
        <Button busy={isStarting} onPress={() => void startSandbox()}>
          {isStarting ? firstRunWords.startingSandbox : firstRunWords.startSandbox}
        </Button>
      </div>
    </>
  );
}

/** The stages of an upload, on either platform. */
function Workflow() {
  return (
    <ol className="first-run-workflow" aria-label={firstRunWords.workflow}>
      {firstRunWords.workflowSteps.map(({ icon, title, description }) => (
        <li key={title}>
          <Icon name={icon} size={18} />
          <div>
            <strong>{title}</strong>
            <p className="small muted">{description}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
