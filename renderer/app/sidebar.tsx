import { failureKind } from '../../preload/contract/failure.ts';
import { rate } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { type Route, routeHref } from '../navigation/routes.ts';
import { limitAt } from '../state/bandwidth.ts';
import { useAllProgress, useApp, useConnections } from '../state/selectors.ts';
import { useNow } from '../state/use-now.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';

const { shell } = words;

const entries = [
  { route: { kind: 'uploads' }, icon: 'list', label: shell.uploads, here: ['uploads', 'upload'] },
  { route: { kind: 'settings' }, icon: 'gear', label: shell.settings, here: ['settings'] },
  { route: { kind: 'sandbox' }, icon: 'practice', label: shell.sandbox, here: ['sandbox'] },
  { route: { kind: 'about' }, icon: 'info', label: shell.about, here: ['about'] },
] as const satisfies readonly {
  readonly route: Route;
  readonly icon: IconName;
  readonly label: string;
  readonly here: readonly Route['kind'][];
}[];

export function Sidebar({ route }: { readonly route: Route }) {
  const running = useAllProgress().size;
  return (
    <nav className="nav" aria-label={shell.navigation}>
      <div className="nav-brand">
        <Logo />
        {words.common.app}
      </div>
      <div className="nav-new">
        <Link to={routeHref({ kind: 'new-upload', uploadId: null })} look="primary" icon="add">
          {shell.newUpload}
        </Link>
      </div>
      {entries.map((entry, index) => {
        const here = entry.here.some((kind) => kind === route.kind);
        const count = entry.route.kind === 'uploads' && running > 0;
        return (
          <div key={entry.label}>
            {index === 1 ? <h2 className="nav-heading">{shell.thisComputer}</h2> : null}
            <a
              className="nav-entry"
              href={routeHref(entry.route)}
              draggable={false}
              {...(here ? { 'aria-current': 'page' } : {})}
            >
              <Icon name={entry.icon} />
              <span className="spacer">{entry.label}</span>
              {count ? (
                <span className="nav-count" title={shell.running(running)}>
                  {running}
                </span>
              ) : null}
            </a>
          </div>
        );
      })}
      <Connection />
    </nav>
  );
}

function Connection() {
  const connections = useConnections();
  const progress = useAllProgress();
  const limit = limitAt(useApp().preferences, new Date(useNow(20_000)));
  const speed = [...progress.values()].reduce((sum, each) => sum + each.bytesPerSecond, 0);
  // The one that needs a person comes first; then a real one before the sandbox.
  const connection =
    connections.find((each) => each.state.kind === 'failed' || (each.keyId === null && !each.isSandbox)) ??
    connections.find((each) => !each.isSandbox) ??
    connections[0];
  return (
    <div className="nav-connection">
      <strong className="truncate" title={connection?.name}>
        {connection?.name ?? shell.noConnection}
      </strong>
      {connection === undefined ? null : (
        <>
          <span className="truncate" title={connection.serverUrl}>
            {URL.parse(connection.serverUrl)?.host ?? connection.serverUrl}
          </span>
          <span className="truncate">{stateOf(connection.state)}</span>
        </>
      )}
      <span className="nav-speed">
        <Icon name="upload" size={14} />
        {speed > 0 ? shell.sending(rate(speed)) : shell.notSending}
      </span>
      {limit.bytesPerSecond === null ? null : (
        <span className="nav-limit">
          {limit.until === null
            ? words.upload.limit(rate(limit.bytesPerSecond))
            : words.upload.limitUntil(rate(limit.bytesPerSecond), limit.until)}
        </span>
      )}
    </div>
  );
}

function stateOf(state: ReturnType<typeof useConnections>[number]['state']): string {
  switch (state.kind) {
    case 'ready':
      return shell.connectionReady(state.userName);
    case 'unchecked':
      return shell.connectionUnchecked;
    case 'failed':
      return words.failures[failureKind(state.failure)];
  }
}
