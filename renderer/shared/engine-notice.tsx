import { create } from 'zustand';
import { time } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { useEngine } from '../state/selectors.ts';
import { DismissButton, FailureNotice, Notice } from '../ui/notice.tsx';

/** Dismissed once, it stays so on every screen. */
const useDismissed = create<{ readonly restarts: number }>(() => ({ restarts: 0 }));

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
