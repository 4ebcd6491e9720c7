import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { type EventData, type OfferedCommand, offeredCommands } from '../../preload/contract/index.ts';
import { menuWords } from '../words.ts';
import type { OpenTarget } from './open-target.ts';

/** Commands that the window carries out. */
export type MenuCommand = EventData<'menu'>['command'];

export interface MenuActions {
  readonly runInWindow: (command: MenuCommand) => void;
  readonly pauseAll: () => void;
  readonly resumeAll: () => void;
  readonly open: (target: OpenTarget) => void;
  /** Null where this installation doesn't check for updates. */
  readonly checkForUpdates: (() => void) | null;
}

/** Enables what the window can do now. Until the window says so, everything that depends on a screen is disabled. */
export function enableMenuItems(commands: readonly OfferedCommand[]): void {
  for (const command of offeredCommands) {
    const item = Menu.getApplicationMenu()?.getMenuItemById(command);
    if (item) item.enabled = commands.includes(command);
  }
}

export function setMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(template(actions, process.platform === 'darwin')));
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Every action of the window that is not about one row. */
function template(actions: MenuActions, isMac: boolean): MenuItemConstructorOptions[] {
  const item = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    id: command,
    click: () => actions.runInWindow(command),
    enabled: !offeredCommands.some((offered) => offered === command),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const openItem = (label: string, target: OpenTarget): MenuItemConstructorOptions => ({
    label,
    id: target,
    click: () => actions.open(target),
  });
  const about = item(menuWords.about, 'about');
  const settings = item(menuWords.settings, 'settings', 'CmdOrCtrl+,');
  const quit: MenuItemConstructorOptions = { role: 'quit' };
  const updates: MenuItemConstructorOptions[] =
    actions.checkForUpdates === null
      ? []
      : [separator, { label: menuWords.checkForUpdates, id: 'updates', click: actions.checkForUpdates }];
  const appMenu: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      quit,
    ],
  };

  return [
    ...(isMac ? [appMenu] : []),
    {
      label: menuWords.file,
      submenu: [
        item(menuWords.newUpload, 'new-upload', 'CmdOrCtrl+N'),
        item(menuWords.newWatchedFolder, 'new-watched-folder', 'CmdOrCtrl+Shift+N'),
        separator,
        item(menuWords.saveReceipt, 'save-receipt', 'CmdOrCtrl+S'),
        item(menuWords.verifyReceipt, 'verify'),
        item(menuWords.exportCsv, 'export-csv', 'CmdOrCtrl+E'),
        separator,
        ...(isMac ? [{ role: 'close' } as const] : [settings, separator, quit]),
      ],
    },
    {
      label: menuWords.edit,
      submenu: [
        item(menuWords.undo, 'undo', 'CmdOrCtrl+Z'),
        item(menuWords.redo, 'redo', process.platform === 'win32' ? 'CmdOrCtrl+Y' : 'CmdOrCtrl+Shift+Z'),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        item(menuWords.find, 'find', 'CmdOrCtrl+F'),
      ],
    },
    {
      label: menuWords.uploads,
      submenu: [
        item(menuWords.allUploads, 'uploads', 'CmdOrCtrl+U'),
        item(menuWords.watchedFolders, 'watched-folders', 'CmdOrCtrl+Shift+F'),
        item(menuWords.sandbox, 'sandbox'),
        separator,
        item(menuWords.pause, 'pause', 'CmdOrCtrl+P'),
        item(menuWords.resume, 'resume', 'CmdOrCtrl+R'),
        item(menuWords.retryFailed, 'retry-failed', 'CmdOrCtrl+T'),
        separator,
        item(menuWords.scanFolder, 'scan-folder', 'CmdOrCtrl+Shift+S'),
        item(menuWords.editFolder, 'edit-folder', 'CmdOrCtrl+Shift+E'),
        item(menuWords.removeFolder, 'remove-folder'),
        separator,
        {
          label: menuWords.pauseAll,
          id: 'pause-all',
          accelerator: 'CmdOrCtrl+Shift+P',
          click: actions.pauseAll,
        },
        {
          label: menuWords.resumeAll,
          id: 'resume-all',
          accelerator: 'CmdOrCtrl+Shift+R',
          click: actions.resumeAll,
        },
      ],
    },
    {
      label: menuWords.platform,
      submenu: [
        item(menuWords.databases, 'databases', 'CmdOrCtrl+D'),
        item(menuWords.billing, 'billing', 'CmdOrCtrl+B'),
        item(menuWords.organization, 'organization', 'CmdOrCtrl+Shift+O'),
        item(menuWords.directories, 'directories', 'CmdOrCtrl+Shift+D'),
      ],
    },
    {
      label: menuWords.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [separator, { role: 'toggleDevTools' } as const]),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    {
      label: menuWords.help,
      submenu: [
        openItem(menuWords.openDataFolder, 'data-folder'),
        openItem(menuWords.openLog, 'log'),
        openItem(menuWords.licenses, 'licenses'),
        ...updates,
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
}
