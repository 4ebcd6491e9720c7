import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { type EventData, type OfferedCommand, offeredCommands } from '../../preload/contract/index.ts';
import type { Thing } from '../ipc/app.ts';

export type MenuCommand = EventData<'menu'>['command'];

/** What is not offered is grey, as all of it is before the window has said a word. */
export function offerInMenu(commands: readonly OfferedCommand[]): void {
  for (const command of offeredCommands) {
    const item = Menu.getApplicationMenu()?.getMenuItemById(command);
    if (item) item.enabled = commands.includes(command);
  }
}

export interface MenuActions {
  readonly command: (command: MenuCommand) => void;
  readonly show: (thing: Thing) => void;
  /** Null where this installation does not look for updates. */
  readonly checkForUpdates: (() => void) | null;
}

/** Every action of the window that is not about one row; the window carries it out, and says which it can now. */
export function setMenu(actions: MenuActions): void {
  const isMac = process.platform === 'darwin';
  const item = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    id: command,
    click: () => actions.command(command),
    enabled: !offeredCommands.some((each) => each === command),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const about = item('About Lading', 'about');
  const settings = item('Settings…', 'settings', 'CmdOrCtrl+,');
  const thing = (label: string, which: Thing): MenuItemConstructorOptions => ({
    label,
    id: which,
    click: () => actions.show(which),
  });
  const { checkForUpdates } = actions;

  const template: MenuItemConstructorOptions[] = [
    ...(isMac
      ? [
          {
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
              { role: 'quit' },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: '&File',
      submenu: [
        item('New upload…', 'new-upload', 'CmdOrCtrl+N'),
        separator,
        item('Save the receipt…', 'save-receipt', 'CmdOrCtrl+S'),
        item('Export the list as CSV…', 'export-csv', 'CmdOrCtrl+E'),
        separator,
        ...(isMac ? [{ role: 'close' } as const] : [settings, separator, { role: 'quit' } as const]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        item('Find', 'find', 'CmdOrCtrl+F'),
      ],
    },
    {
      label: '&Uploads',
      submenu: [
        item('All uploads', 'uploads', 'CmdOrCtrl+U'),
        item('Practice', 'sandbox'),
        separator,
        item('Pause', 'pause', 'CmdOrCtrl+P'),
        item('Resume', 'resume', 'CmdOrCtrl+R'),
        item('Retry what failed', 'retry-failed', 'CmdOrCtrl+T'),
        separator,
        item('Pause all', 'pause-all', 'CmdOrCtrl+Shift+P'),
        item('Resume all', 'resume-all', 'CmdOrCtrl+Shift+R'),
      ],
    },
    {
      label: '&View',
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
      label: '&Help',
      submenu: [
        thing('Show the data folder', 'data-folder'),
        thing('Show the log', 'log'),
        thing('Licences', 'licences'),
        ...(checkForUpdates === null
          ? []
          : [separator, { label: 'Check for updates', id: 'updates', click: checkForUpdates }]),
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
