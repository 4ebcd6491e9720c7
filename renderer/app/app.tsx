import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { FirstRunScreen } from '../features/first-run/first-run-screen.tsx';
import { ConnectForm } from '../features/settings/connect-form.tsx';
import { words } from '../i18n/words.ts';
import type { AppState } from '../state/app-state.ts';
import { useAppState, useStoreStatus } from '../state/store.ts';
import { FailureNotice } from '../ui/notice.tsx';
import './app.css';
import { routeHref, useRoute } from '../navigation/routes.ts';
import { EngineBanner, SandboxBanner, useIsSandbox } from './banners.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Screen } from './screen.tsx';
import { Sidebar } from './sidebar.tsx';
import { useMenuCommands } from './use-menu-commands.ts';
import { useTheme } from './use-theme.ts';

export function App() {
  const snapshot = useStoreStatus();
  if (snapshot === 'loading') return <div className="opening">{words.shell.opening}</div>;
  if (snapshot !== 'ready') {
    return (
      <main className="opening">
        <h1>{words.shell.openingFailed}</h1>
        <FailureNotice failure={snapshot} onRetry={() => window.location.reload()} />
      </main>
    );
  }
  return <Window />;
}

function Window() {
  const route = useRoute();
  const firstRun = useAppState((world) => world.connections.length === 0 && world.uploads.size === 0);
  const practice = useIsSandbox(route);
  useTheme();

  // Selected as text: the window is not drawn anew for every step of an upload.
  const sending = useAppState((world) => idsIn(world, 'uploading'));
  const paused = useAppState((world) => idsIn(world, 'paused'));
  useMenuCommands(
    useMemo(() => parseIds(sending), [sending]),
    useMemo(() => parseIds(paused), [paused]),
  );

  const place = routeHref(route);
  const main = useFocusOnArrival(route.kind === 'upload' ? `upload ${route.uploadId}` : route.kind);

  if (firstRun && route.kind === 'uploads') {
    return (
      <main className="main main-alone">
        <EngineBanner />
        <ErrorBoundary place="first-run">
          <FirstRunScreen ConnectForm={ConnectForm} />
        </ErrorBoundary>
      </main>
    );
  }
  return (
    <div className={`app${practice ? ' app-practice' : ''}`}>
      <Sidebar route={route} />
      <main ref={main} className="main" tabIndex={-1}>
        {practice ? <SandboxBanner /> : null}
        <EngineBanner />
        <ErrorBoundary place={place}>
          <Screen route={route} />
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** A new screen has the focus, so that Tab and a screen reader go on from there; its tabs and steps keep theirs. */
function useFocusOnArrival(screen: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
  }, [screen]);
  return main;
}

function idsIn({ uploads }: AppState, state: 'uploading' | 'paused'): string {
  const found = [...uploads.values()].filter((upload) => upload.state === state);
  return found.map((upload) => upload.id).join(' ');
}

function parseIds(ids: string): readonly number[] {
  return ids === '' ? [] : ids.split(' ').map(Number);
}
