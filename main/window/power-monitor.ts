import { type Event, powerMonitor, powerSaveBlocker } from 'electron';
import type { Busy } from '../uploads/upload-tracker.ts';

/** The computer does not go to sleep by itself while something is sent; the screen may. */
export function keepAwake(): (busy: Busy) => void {
  let blocker: number | null = null;
  return ({ sending }) => {
    if (sending > 0 && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (sending === 0 && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}

/** On Windows the end of a session comes to the window instead. */
export function watchPower(actions: { readonly onWake: () => void; readonly onShutdown: () => void }): void {
  // Its types say nothing of the event that it passes.
  const monitor: NodeJS.EventEmitter = powerMonitor;
  monitor.on('resume', actions.onWake);
  monitor.on('shutdown', (event: Event) => {
    // Held up for as long as the draining takes.
    event.preventDefault();
    actions.onShutdown();
  });
}
