import { type RefObject, useEffect, useRef } from 'react';
import { FirstRunScreen } from '../features/first-run/first-run-screen.tsx';
import { words } from '../i18n/words.ts';
import { useFirstSnapshot, useWorld } from '../state/mirror.ts';
import { FailureNotice } from '../ui/notice.tsx';
import './app.css';
import { EngineBanner, PracticeBanner, usePractice } from './banners.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Navigation } from './navigation.tsx';
import { hrefOf, useRoute } from './route.ts';
import { Screen } from './screen.tsx';
import { useMenu } from './shortcuts.ts';
import { useTheme } from './theme.ts';

export function App() {
  const snapshot = useFirstSnapshot();
  if (snapshot === 'waiting') return <div className="opening">{words.shell.opening}</div>;
  if (snapshot !== 'here') {
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
  const firstRun = useWorld((world) => world.connections.length === 0 && world.uploads.size === 0);
  const practice = usePractice(route);
  useTheme();

  useMenu();

  const place = hrefOf(route);
  const main = useFocusOnArrival(route.kind === 'upload' ? `upload ${route.uploadId}` : route.kind);

  if (firstRun && route.kind === 'uploads') {
    return (
      <main className="main main-alone">
        <EngineBanner />
        <ErrorBoundary place="first-run">
          <FirstRunScreen />
        </ErrorBoundary>
      </main>
    );
  }
  return (
    <div className={`app${practice ? ' app-practice' : ''}`}>
      <Navigation route={route} />
      <main ref={main} className="main" tabIndex={-1}>
        {practice ? <PracticeBanner /> : null}
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
