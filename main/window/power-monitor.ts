import { type Event, powerMonitor, powerSaveBlocker } from 'electron';
import type { UploadActivity } from '../uploads/upload-tracker.ts';

/** Prevents the computer from going to sleep while uploads run. The screen may still turn off. */
export function createSleepBlocker(): (activity: UploadActivity) => void {
  let blockerId: number | null = null;
  return ({ uploading }) => {
    if (uploading > 0 && blockerId === null) blockerId = powerSaveBlocker.start('prevent-app-suspension');
    if (uploading === 0 && blockerId !== null) {
      powerSaveBlocker.stop(blockerId);
      blockerId = null;
    }
  };
}

/** On Windows the end of a session is reported to the window instead. */
export function watchPowerEvents(actions: {
  readonly onWake: () => void;
  readonly onShutdown: () => void;
}): void {
  // Electron's types omit the event that `shutdown` passes.
  const monitor: NodeJS.EventEmitter = powerMonitor;
  monitor.on('resume', actions.onWake);
  monitor.on('shutdown', (event: Event) => {
    // Delays the shutdown until draining is done.
    event.preventDefault();
    actions.onShutdown();
  });
}
