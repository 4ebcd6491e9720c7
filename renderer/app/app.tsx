import { type RefObject, useEffect, useRef } from 'react';
import { FirstRunScreen } from '../features/first-run/first-run-screen.tsx';
import { ConnectForm } from '../features/settings/connect-form.tsx';
import { UnusedHours } from '../features/settings/unused-hours.tsx';
import { words } from '../i18n/words.ts';
import { routeHref, useRoute } from '../navigation/routes.ts';
import { useAppState, useStoreStatus } from '../state/store.ts';
import { FailureNotice } from '../ui/notice.tsx';
import './app.css';
import { EngineNotice } from '../shared/engine-notice.tsx';
import { useApp } from '../state/selectors.ts';
import { SandboxBanner, useIsSandbox } from './banners.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Screen } from './screen.tsx';
import { Sidebar } from './sidebar.tsx';
import { useMenuCommands } from './use-menu-commands.ts';

export function App() {
  const status = useStoreStatus();
  if (status === 'loading') return <div className="app-opening">{words.shell.opening}</div>;
  if (status !== 'ready') {
    return (
      <main className="app-opening">
        <h1>{words.shell.openingFailed}</h1>
        <FailureNotice failure={status} onRetry={() => window.location.reload()} />
      </main>
    );
  }
  return (
    <>
      <Window />
      <UnusedHours />
    </>
  );
}

function Window() {
  const route = useRoute();
  const isFirstRun = useAppState((state) => state.connections.length === 0 && state.uploads.size === 0);
  const isSandbox = useIsSandbox(route);
  useTheme();
  useMenuCommands();
  const main = useFocusOnNavigation(route.kind === 'upload' ? `upload ${route.uploadId}` : route.kind);

  if (isFirstRun && route.kind === 'uploads') {
    return (
      <main className="app-main">
        <div className="page-incidents">
          <EngineNotice />
        </div>
        <ErrorBoundary resetKey="first-run">
          <FirstRunScreen ConnectForm={ConnectForm} />
        </ErrorBoundary>
      </main>
    );
  }
  return (
    <div className={`app${isSandbox ? ' app-sandbox' : ''}`}>
      <Sidebar route={route} />
      <main ref={main} className="app-main" tabIndex={-1}>
        {isSandbox ? <SandboxBanner /> : null}
        <ErrorBoundary resetKey={routeHref(route)}>
          <Screen route={route} />
        </ErrorBoundary>
      </main>
    </div>
  );
}

/**
 * Moves the focus to a new screen, so Tab and screen readers continue there. Tabs and steps of the same screen keep
 * their focus.
 */
function useFocusOnNavigation(screen: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(screen);
  useEffect(() => {
    if (previous.current === screen) return;
    previous.current = screen;
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
  }, [screen]);
  return main;
}

/** The chosen theme overrides the system's (theme/tokens.css). */
function useTheme(): void {
  const { theme } = useApp().preferences;
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
