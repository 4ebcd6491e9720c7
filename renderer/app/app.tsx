import { useEffect, useMemo } from 'react';
import { FirstRunScreen } from '../features/first-run/first-run-screen.tsx';
import { words } from '../i18n/words.ts';
import { useConnections, useUploads } from '../state/hooks.ts';
import { useFirstSnapshot } from '../state/mirror.ts';
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
  const uploads = useUploads();
  const firstRun = useConnections().length === 0 && uploads.length === 0;
  const practice = usePractice(route);
  useTheme();

  const sending = idsIn(uploads, 'sending');
  const paused = idsIn(uploads, 'paused');
  useMenu(
    useMemo(() => parseIds(sending), [sending]),
    useMemo(() => parseIds(paused), [paused]),
  );

  const place = hrefOf(route);
  useEffect(() => {
    document.title = words.common.app;
  }, []);

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
      <main className="main">
        {practice ? <PracticeBanner /> : null}
        <EngineBanner />
        <ErrorBoundary place={place}>
          <Screen route={route} />
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** As text, so that a list that says the same is the same. */
function idsIn(uploads: ReturnType<typeof useUploads>, state: 'sending' | 'paused'): string {
  return uploads
    .filter((upload) => upload.state === state)
    .map((upload) => upload.id)
    .join(' ');
}

function parseIds(ids: string): readonly number[] {
  return ids === '' ? [] : ids.split(' ').map(Number);
}
