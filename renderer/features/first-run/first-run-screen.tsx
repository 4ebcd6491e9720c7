import { useState } from 'react';
import { go } from '../../app/route.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/asking.ts';
import { useSandbox } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { setForm } from '../new-upload/drafting.ts';
import { ConnectForm } from '../settings/connect-form.tsx';
import './first-run.css';

const say = words.firstRun;

/** Nothing is connected yet: two ways, and neither is the lesser. */
export function FirstRunScreen() {
  const [connects, setConnects] = useState(false);
  return (
    <div className="first-run">
      <header className="first-run-head">
        <h1>{say.title}</h1>
        <p className="muted">{say.about}</p>
      </header>
      <div className={`first-run-choices${connects ? ' first-run-open' : ''}`}>
        <section className="card choice-card" aria-labelledby="choice-connect">
          <span className="choice-mark">
            <Icon name="link" size={22} />
          </span>
          <h2 id="choice-connect">{words.connect.heading}</h2>
          <p className="muted">{say.connectMeaning}</p>
          {connects ? (
            // Connected, the app shows its uploads by itself.
            <ConnectForm onConnected={() => go({ kind: 'uploads' })} onCancel={() => setConnects(false)} />
          ) : (
            <>
              <Points points={say.connectPoints} />
              <div className="choice-action">
                <Button variant="primary" onPress={() => setConnects(true)}>
                  {say.connectDo}
                </Button>
              </div>
            </>
          )}
        </section>
        <Practise />
      </div>
    </div>
  );
}

function Practise() {
  const sandbox = useSandbox();
  const start = useCommand('sandbox.start');
  const isStarting = start.busy || sandbox.kind === 'starting';
  async function practise() {
    const started = await start.run(undefined);
    if (!started.ok || started.value.kind !== 'running') return;
    setForm({ connectionId: started.value.connectionId });
    go({ kind: 'new-upload', uploadId: null });
  }
  return (
    <section className="card choice-card" aria-labelledby="choice-practise">
      <span className="choice-mark">
        <Icon name="practice" size={22} />
      </span>
      <h2 id="choice-practise">{say.practise}</h2>
      <p className="muted">{say.practiseMeaning}</p>
      <Points points={say.practisePoints} />
      {start.failure === null ? null : <FailureNotice failure={start.failure} />}
      <div className="choice-action">
        <Button variant="primary" busy={isStarting} onPress={() => void practise()}>
          {isStarting ? say.practiseStarting : say.practiseDo}
        </Button>
      </div>
    </section>
  );
}

function Points({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className="choice-points">
      {points.map((point) => (
        <li key={point}>
          <Icon name="check" size={14} />
          {point}
        </li>
      ))}
    </ul>
  );
}
