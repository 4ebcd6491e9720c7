import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import { menuItems } from '../../preload/contract/views/menu.ts';
import { menuWords, type TrayStatus, trayToolTip } from '../words.ts';

export interface TrayActions {
  readonly showWindow: () => void;
  readonly showWatchedFolders: () => void;
  readonly pauseAll: () => void;
  readonly quit: () => void;
}

export interface TrayUpdate extends TrayStatus {
  /** Lading was started without a window: the icon leads to it. */
  readonly isHidden: boolean;
}

/** Shown while uploads run, folders are watched, or one needs a person, so that people notice them after closing the window. */
export function createTray(iconFolder: string, actions: TrayActions): (status: TrayUpdate) => void {
  let tray: Tray | null = null;
  let toolTip = '';

  function open(): Tray {
    const icon = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png';
    const opened = new Tray(nativeImage.createFromPath(join(iconFolder, icon)));
    opened.on('click', actions.showWindow);
    opened.setContextMenu(
      Menu.buildFromTemplate([
        { label: menuWords.openLading, click: actions.showWindow },
        { label: menuItems['watched-folders'].label, click: actions.showWatchedFolders },
        { label: menuItems['pause-all'].label, click: actions.pauseAll },
        { type: 'separator' },
        { label: menuWords.quit, click: actions.quit },
      ]),
    );
    return opened;
  }

  return (status) => {
    const { active, needPerson } = status.watched;
    // A folder whose rule broke is no longer watched, and a person has to see that.
    if (status.uploading === 0 && active + needPerson === 0 && !status.isHidden) {
      tray?.destroy();
      tray = null;
      toolTip = '';
      return;
    }
    tray ??= open();
    const next = trayToolTip(status);
    if (next === toolTip) return;
    toolTip = next;
    tray.setToolTip(next);
  };
}
