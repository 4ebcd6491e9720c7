import { type ReactNode, useEffect, useRef, useState } from 'react';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { updateForm } from '../../state/new-upload-draft.ts';
import { useSandbox } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { ConnectForm } from '../settings/connect-form.tsx';
import './first-run.css';

const firstRunWords = words.firstRun;

/** Nothing is connected yet: two ways, and neither is the lesser. The form of the one takes the place of both. */
export function FirstRunScreen() {
  const [connects, setConnects] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  // What was pressed is gone: the focus goes on in what came instead.
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!wasAsked.current) return;
    page.current?.querySelector<HTMLElement>(connects ? 'form input' : '.choice-action button')?.focus();
  }, [connects]);
  const show = (form: boolean) => {
    wasAsked.current = true;
    setConnects(form);
  };
  return (
    <div className={`first-run${connects ? ' first-run-connects' : ''}`} ref={page}>
      <header className="first-run-head">
        <Logo size={connects ? 32 : 48} />
        <h1>{firstRunWords.title}</h1>
        {connects ? null : <p className="muted">{firstRunWords.about}</p>}
      </header>
      {connects ? (
        <Connect onCancel={() => show(false)} />
      ) : (
        <>
          <div className="first-run-choices">
            <Choice
              id="choice-connect"
              icon="link"
              title={words.connect.heading}
              description={firstRunWords.connectDescription}
              points={firstRunWords.connectPoints}
            >
              <div className="choice-action">
                <Button variant="primary" onPress={() => show(true)}>
                  {firstRunWords.addConnection}
                </Button>
              </div>
            </Choice>
            <Choice
              id="choice-practise"
              icon="practice"
              title={firstRunWords.sandbox}
              description={firstRunWords.sandboxDescription}
              points={firstRunWords.sandboxPoints}
            >
              <Practise variant="primary" />
            </Choice>
          </div>
          <TheWay />
        </>
      )}
    </div>
  );
}

function Connect({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <section className="card connect-card" aria-labelledby="choice-connect">
      <div className="connect-about">
        <About
          id="choice-connect"
          icon="link"
          title={words.connect.heading}
          description={firstRunWords.connectDescription}
          points={firstRunWords.connectPoints}
        />
        <div className="connect-instead">
          <p className="muted">{firstRunWords.noKeyYet}</p>
          <Practise variant="default" />
        </div>
      </div>
      {/* Connected, the app shows its uploads by itself. */}
      <ConnectForm onConnected={() => navigate({ kind: 'uploads' })} onCancel={onCancel} />
    </section>
  );
}

interface Told {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly description: string;
  readonly points: readonly string[];
}

function Choice({ children, ...told }: Told & { readonly children: ReactNode }) {
  return (
    <section className="card choice-card" aria-labelledby={told.id}>
      <About {...told} />
      {children}
    </section>
  );
}

function About({ id, icon, title, description, points }: Told) {
  return (
    <>
      <span className="choice-mark">
        <Icon name={icon} size={22} />
      </span>
      <h2 id={id}>{title}</h2>
      <p className="muted">{description}</p>
      <ul className="choice-points">
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

function Practise({ variant }: { readonly variant: 'primary' | 'default' }) {
  const sandbox = useSandbox();
  const start = useCommand('sandbox.start');
  const isStarting = start.busy || sandbox.kind === 'starting';
  async function practise() {
    const started = await start.run(undefined);
    if (!started.ok || started.value.kind !== 'running') return;
    updateForm({ connectionId: started.value.connectionId });
    navigate({ kind: 'new-upload', uploadId: null });
  }
  return (
    <>
      {start.failure === null ? null : <FailureNotice failure={start.failure} />}
      <div className="choice-action">
        <Button variant={variant} busy={isStarting} onPress={() => void practise()}>
          {isStarting ? firstRunWords.startingSandbox : firstRunWords.startSandbox}
        </Button>
      </div>
    </>
  );
}

/** What an upload goes through, whichever way is taken. */
function TheWay() {
  return (
    <ol className="the-way" aria-label={firstRunWords.workflow}>
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
