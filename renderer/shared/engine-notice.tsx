import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { EngineView } from '../../preload/contract/views/views.ts';
import { time } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { useEngine } from '../state/selectors.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { DismissButton, FailureNotice, Notice } from '../ui/notice.tsx';

/** Dismissed once, it stays so on every screen. */
const useDismissed = create<{ readonly restarts: number }>(() => ({ restarts: 0 }));

/** Says why a list is empty that the engine has, which doesn't answer. Returns null while it does. */
export function engineAbsence({ kind }: Pick<EngineView, 'kind'>): {
  readonly title: string;
  readonly text: string;
  readonly status: string;
} | null {
  const { shell } = words;
  switch (kind) {
    case 'running':
    case 'restarted':
      return null;
    case 'starting':
      return {
        title: shell.engineWaiting,
        text: shell.engineWaitingDescription,
        status: shell.engineWaiting,
      };
    case 'failed':
      return { title: shell.engineAway, text: shell.engineAwayDescription, status: shell.engineOff };
  }
}

/** Shows `children`, which say that there is nothing, unless nobody knows that. */
export function NothingThere({ children }: { readonly children: ReactNode }) {
  const absence = engineAbsence(useEngine());
  if (absence === null) return children;
  return (
    <EmptyState icon="clock" title={absence.title}>
      {absence.text}
    </EmptyState>
  );
}

/** Says that the engine failed, or was restarted. */
export function EngineNotice() {
  const engine = useEngine();
  const { restarts } = useDismissed();
  switch (engine.kind) {
    case 'starting':
    case 'running':
      return null;
    case 'failed':
      return <FailureNotice failure={engine.failure} />;
    case 'restarted':
      if (engine.times <= restarts) return null;
      return (
        <Notice
          tone="warn"
          title={words.shell.engineRestarted}
          action={<DismissButton onPress={() => useDismissed.setState({ restarts: engine.times })} />}
        >
          {words.shell.engineRestartedDescription(time(engine.at), engine.times)}
        </Notice>
      );
  }
}
