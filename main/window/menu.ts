import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import {
  keysOf,
  type MenuItem,
  menuItems,
  type OfferedCommand,
  offeredCommands,
  type WindowCommand,
} from '../../preload/contract/views/menu.ts';
import { menuWords } from '../words.ts';
import type { OpenTarget } from './open-target.ts';

export interface MenuActions {
  readonly runInWindow: (command: WindowCommand) => void;
  readonly pauseAll: () => void;
  readonly resumeAll: () => void;
  readonly open: (target: OpenTarget) => void;
  /** It is null where this installation doesn't check for updates. */
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
  const itemOf = (id: keyof typeof menuItems, click: () => void): MenuItemConstructorOptions => {
    const known: MenuItem = menuItems[id];
    const accelerator = keysOf(known, process.platform);
    const enabled = !offeredCommands.some((offered) => offered === id);
    return { id, label: known.label, click, enabled, ...(accelerator === undefined ? {} : { accelerator }) };
  };
  const item = (command: WindowCommand): MenuItemConstructorOptions =>
    itemOf(command, () => actions.runInWindow(command));
  const openItem = (label: string, target: OpenTarget): MenuItemConstructorOptions => ({
    label,
    id: target,
    click: () => actions.open(target),
  });
  const about = item('about');
  const settings = item('settings');
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
        item('new-upload'),
        item('new-watched-folder'),
        separator,
        item('save-receipt'),
        item('verify'),
        item('export-csv'),
        separator,
        ...(isMac ? [{ role: 'close' } as const] : [settings, separator, quit]),
      ],
    },
    {
      label: menuWords.edit,
      submenu: [
        item('undo'),
        item('redo'),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        item('find'),
      ],
    },
    {
      label: menuWords.uploads,
      submenu: [
        item('uploads'),
        item('watched-folders'),
        item('sandbox'),
        separator,
        item('pause'),
        item('resume'),
        item('retry-failed'),
        separator,
        item('scan-folder'),
        item('edit-folder'),
        item('remove-folder'),
        separator,
        itemOf('pause-all', actions.pauseAll),
        itemOf('resume-all', actions.resumeAll),
      ],
    },
    {
      label: menuWords.platform,
      submenu: [item('databases'), item('billing'), item('organization'), item('directories')],
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
        item('help'),
        item('shortcuts'),
        separator,
        openItem(menuWords.openDataFolder, 'data-folder'),
        openItem(menuWords.openLog, 'log'),
        openItem(menuWords.licenses, 'licenses'),
        ...updates,
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
}
