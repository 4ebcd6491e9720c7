import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import type { UploadActivity } from '../uploads/upload-tracker.ts';
import { menuWords, trayToolTip } from '../words.ts';

export interface TrayActions {
  readonly showWindow: () => void;
  readonly pauseAll: () => void;
  readonly quit: () => void;
}

/** Shown while uploads run, so that people notice them after closing the window. */
export function createTray(iconFolder: string, actions: TrayActions): (activity: UploadActivity) => void {
  let tray: Tray | null = null;
  let toolTip = '';

  function open(): Tray {
    const icon = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png';
    const opened = new Tray(nativeImage.createFromPath(join(iconFolder, icon)));
    opened.on('click', actions.showWindow);
    opened.setContextMenu(
      Menu.buildFromTemplate([
        { label: menuWords.openLading, click: actions.showWindow },
        { label: menuWords.pauseAll, click: actions.pauseAll },
        { type: 'separator' },
        { label: menuWords.quit, click: actions.quit },
      ]),
    );
    return opened;
  }

  return ({ uploading, fraction }) => {
    if (uploading === 0) {
      tray?.destroy();
      tray = null;
      toolTip = '';
      return;
    }
    tray ??= open();
    const next = trayToolTip(uploading, fraction);
    if (next === toolTip) return;
    toolTip = next;
    tray.setToolTip(next);
  };
}
