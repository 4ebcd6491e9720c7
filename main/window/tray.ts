import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import type { Busy } from '../uploads/upload-tracker.ts';
import { trayWords } from '../words.ts';

export interface TrayActions {
  readonly open: () => void;
  readonly pauseAll: () => void;
  readonly quit: () => void;
}

/** There while uploads run, so that a closed window does not hide that they do. */
export function trayFor(iconFolder: string, actions: TrayActions): (busy: Busy) => void {
  let tray: Tray | null = null;
  let words = '';
  return ({ sending, fraction }) => {
    if (sending === 0) {
      tray?.destroy();
      tray = null;
      words = '';
      return;
    }
    if (tray === null) {
      const name = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png';
      tray = new Tray(nativeImage.createFromPath(join(iconFolder, name)));
      tray.on('click', actions.open);
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: 'Open Lading', click: actions.open },
          { label: 'Pause all', click: actions.pauseAll },
          { type: 'separator' },
          { label: 'Quit', click: actions.quit },
        ]),
      );
    }
    const now = trayWords(sending, fraction);
    if (now === words) return;
    words = now;
    tray.setToolTip(now);
  };
}
