import { powerMonitor, powerSaveBlocker } from 'electron';
import type { Busy } from '../activity.ts';

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

export function watchPower(actions: { readonly onWake: () => void; readonly onShutdown: () => void }): void {
  powerMonitor.on('resume', actions.onWake);
  powerMonitor.on('shutdown', actions.onShutdown);
}
