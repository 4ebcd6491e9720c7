import { failureKind } from '../../preload/contract/failures/failure-table.ts';
import { formatByteRate } from '../../preload/contract/texts/format-bytes.ts';
import type { ConnectionView } from '../../preload/contract/views/views.ts';
import { attentionTone } from '../features/watched-folders/watch-status.ts';
import { words } from '../i18n/words.ts';
import { platformScreens, type Route, routeHref } from '../navigation/routes.ts';
import { engineAbsence } from '../shared/engine-notice.tsx';
import { activityText } from '../shared/upload-status.ts';
import { useChosenConnection } from '../state/chosen-connection.ts';
import { useAllProgress, useConnections, useEngine, useWatchedFolders } from '../state/selectors.ts';
import { useBandwidthLimit } from '../state/use-bandwidth-limit.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import './sidebar.css';

interface Entry {
  readonly route: Route;
  readonly icon: IconName;
  readonly label: string;
  readonly screens: readonly Route['kind'][];
}

const groups: readonly { readonly heading: string | null; readonly entries: readonly Entry[] }[] = [
  {
    heading: null,
    entries: [
      {
        route: { kind: 'uploads' },
        icon: 'list',
        label: words.shell.uploads,
        screens: ['uploads', 'upload', 'verify'],
      },
      {
        route: { kind: 'watched-folders' },
        icon: 'watch',
        label: words.shell.watchedFolders,
        screens: ['watched-folders', 'watched-folder', 'watch-setup'],
      },
    ],
  },
  {
    heading: words.shell.platform,
    entries: [
      {
        route: { kind: 'databases', list: 'databases' },
        icon: 'database',
        label: words.shell.databases,
        screens: ['databases', 'database'],
      },
      {
        route: { kind: 'billing', databaseId: null },
        icon: 'chart',
        label: words.shell.billing,
        screens: ['billing'],
      },
      {
        route: { kind: 'organization', tab: 'members' },
        icon: 'people',
        label: words.shell.organization,
        screens: ['organization'],
      },
      {
        route: { kind: 'directories' },
        icon: 'person',
        label: words.shell.directories,
        screens: ['directories'],
      },
    ],
  },
  {
    heading: words.shell.thisComputer,
    entries: [
      { route: { kind: 'settings' }, icon: 'gear', label: words.shell.settings, screens: ['settings'] },
      { route: { kind: 'sandbox' }, icon: 'sandbox', label: words.shell.sandbox, screens: ['sandbox'] },
      {
        route: { kind: 'help', page: null, section: null },
        icon: 'info',
        label: words.shell.help,
        screens: ['help'],
      },
    ],
  },
];

export function Sidebar({ route }: { readonly route: Route }) {
  return (
    <nav className="sidebar" aria-label={words.shell.navigation}>
      <div className="sidebar-brand">
        <Logo />
        {words.common.app}
      </div>
      <div className="sidebar-new">
        <Link to={routeHref({ kind: 'new-upload', uploadId: null })} look="primary" icon="add">
          {words.shell.newUpload}
        </Link>
      </div>
      {groups.map(({ heading, entries }) => (
        <div key={heading}>
          {heading === null ? null : <h2 className="sidebar-heading">{heading}</h2>}
          {entries.map((entry) => (
            <a
              key={entry.label}
              className="sidebar-entry"
              href={routeHref(entry.route)}
              title={entry.label}
              draggable={false}
              {...(entry.screens.includes(route.kind) ? { 'aria-current': 'page' } : {})}
            >
              <Icon name={entry.icon} />
              <span className="spacer">{entry.label}</span>
              <EntryCount kind={entry.route.kind} />
            </a>
          ))}
        </div>
      ))}
      <ConnectionStatus route={route} />
    </nav>
  );
}

/** How many uploads are in progress, or how many watched folders need a person. */
function EntryCount({ kind }: { readonly kind: Route['kind'] }) {
  const progress = useAllProgress();
  const tones = useWatchedFolders().flatMap((folder) => attentionTone(folder) ?? []);
  if (kind === 'uploads' && progress.size > 0)
    return (
      <span className="sidebar-count" title={activityText(progress)}>
        {progress.size}
      </span>
    );
  if (kind === 'watched-folders' && tones.length > 0)
    return (
      <span
        className={`sidebar-count sidebar-count-${tones.includes('bad') ? 'bad' : 'warn'}`}
        title={words.watchedFolders.needPerson(tones.length)}
      >
        {tones.length}
      </span>
    );
  return null;
}

function ConnectionStatus({ route }: { readonly route: Route }) {
  const chosen = useChosenConnection();
  const relevant = mostRelevant(useConnections());
  // Who is signed in there is who acts on the platform.
  const connection = platformScreens.includes(route.kind) ? (chosen ?? undefined) : relevant;
  const progress = useAllProgress();
  const limit = useBandwidthLimit();
  const absence = engineAbsence(useEngine());
  const bytesPerSecond = [...progress.values()].reduce((sum, each) => sum + each.bytesPerSecond, 0);
  return (
    <div className="sidebar-connection">
      <strong title={connection?.name}>{connection?.name ?? words.shell.noConnection}</strong>
      {connection === undefined ? null : (
        <>
          <span className="truncate" title={connection.serverUrl}>
            {URL.parse(connection.serverUrl)?.host ?? connection.serverUrl}
          </span>
          <span>{connectionStateText(connection)}</span>
        </>
      )}
      <span className="sidebar-speed">
        <Icon name="upload" size={14} />
        {bytesPerSecond > 0
          ? words.shell.sending(formatByteRate(bytesPerSecond))
          : (absence?.status ?? words.shell.notSending)}
      </span>
      {limit.bytesPerSecond === null ? null : (
        <span className="sidebar-limit">
          {words.common.bandwidthLimit(limit.bytesPerSecond, limit.until)}
        </span>
      )}
    </div>
  );
}

/** The first connection that needs attention; otherwise a real one rather than the sandbox. */
function mostRelevant(connections: readonly ConnectionView[]): ConnectionView | undefined {
  return (
    connections.find(
      ({ state, keyId, isSandbox }) => state.kind === 'failed' || (keyId === null && !isSandbox),
    ) ??
    connections.find(({ isSandbox }) => !isSandbox) ??
    connections[0]
  );
}

function connectionStateText({ state }: ConnectionView): string {
  switch (state.kind) {
    case 'ready':
      return words.shell.connectionReady(state.userName);
    case 'unchecked':
      return words.shell.connectionUnchecked;
    case 'failed':
      return words.failures[failureKind(state.failure)];
  }
}
