/** Every command of the menus, with its words and keys: main builds the menus from it, and Help lists the keys. */
export interface MenuItem {
  readonly label: string;
  /** As Electron's accelerators. CmdOrCtrl is Command on a Mac. */
  readonly keys?: string;
  /** Other ones on Windows. */
  readonly windowsKeys?: string;
}

/** The window carries them out on any screen. */
const windowItems = {
  'new-upload': { label: 'New Upload…', keys: 'CmdOrCtrl+N' },
  'new-watched-folder': { label: 'New Watched Folder…', keys: 'CmdOrCtrl+Shift+N' },
  uploads: { label: 'All Uploads', keys: 'CmdOrCtrl+U' },
  'watched-folders': { label: 'Watched Folders', keys: 'CmdOrCtrl+Shift+F' },
  databases: { label: 'Databases and Projects', keys: 'CmdOrCtrl+D' },
  billing: { label: 'Billing and Size', keys: 'CmdOrCtrl+B' },
  organization: { label: 'Organization', keys: 'CmdOrCtrl+Shift+O' },
  directories: { label: 'Legal Hold Directories', keys: 'CmdOrCtrl+Shift+D' },
  verify: { label: 'Verify Receipt…' },
  sandbox: { label: 'Sandbox' },
  settings: { label: 'Settings…', keys: 'CmdOrCtrl+,' },
  help: { label: 'User Guide', keys: 'F1' },
  shortcuts: { label: 'Keyboard Shortcuts', keys: 'CmdOrCtrl+/' },
  about: { label: 'About Lading' },
  undo: { label: 'Undo', keys: 'CmdOrCtrl+Z' },
  redo: { label: 'Redo', keys: 'CmdOrCtrl+Shift+Z', windowsKeys: 'CmdOrCtrl+Y' },
} as const satisfies Readonly<Record<string, MenuItem>>;

/** Only some screens offer these. */
const screenItems = {
  find: { label: 'Find', keys: 'CmdOrCtrl+F' },
  pause: { label: 'Pause', keys: 'CmdOrCtrl+P' },
  resume: { label: 'Resume', keys: 'CmdOrCtrl+R' },
  'retry-failed': { label: 'Retry Failed Files', keys: 'CmdOrCtrl+T' },
  'save-receipt': { label: 'Save Receipt…', keys: 'CmdOrCtrl+S' },
  'export-csv': { label: 'Export List as CSV…', keys: 'CmdOrCtrl+E' },
  'scan-folder': { label: 'Scan Watched Folder Now', keys: 'CmdOrCtrl+Shift+S' },
  'edit-folder': { label: 'Edit Watched Folder…', keys: 'CmdOrCtrl+Shift+E' },
  'remove-folder': { label: 'Remove Watched Folder…' },
} as const satisfies Readonly<Record<string, MenuItem>>;

/** Main carries them out. */
const mainItems = {
  'pause-all': { label: 'Pause All', keys: 'CmdOrCtrl+Shift+P' },
  'resume-all': { label: 'Resume All', keys: 'CmdOrCtrl+Shift+R' },
} as const satisfies Readonly<Record<string, MenuItem>>;

export const menuItems = { ...windowItems, ...mainItems, ...screenItems };

export type OfferedCommand = keyof typeof screenItems;
export type WindowCommand = keyof typeof windowItems | OfferedCommand;
export const offeredCommands = namesOf<OfferedCommand>(screenItems);
export const windowCommands = [...namesOf<keyof typeof windowItems>(windowItems), ...offeredCommands];

function namesOf<Name extends string>(items: Readonly<Record<Name, MenuItem>>): readonly Name[] {
  return Object.keys(items).filter((name): name is Name => Object.hasOwn(items, name));
}

export function keysOf({ keys, windowsKeys }: MenuItem, platform: string): string | undefined {
  return platform === 'win32' ? (windowsKeys ?? keys) : keys;
}

export interface Shortcut {
  readonly label: string;
  /** "Ctrl+Shift+N", or "⇧⌘N" on a Mac. */
  readonly keys: string;
}

/** What Help lists: those that work on any screen, then those that only some screens offer. */
export function shortcutsOn(platform: string): readonly (readonly Shortcut[])[] {
  const listed = (items: Readonly<Record<string, MenuItem>>): readonly Shortcut[] =>
    Object.values(items).flatMap((item) => {
      const keys = keysOf(item, platform);
      return keys === undefined
        ? []
        : [{ label: item.label.replace('…', ''), keys: keysText(keys, platform) }];
    });
  return [listed({ ...windowItems, ...mainItems }), listed(screenItems)];
}

function keysText(keys: string, platform: string): string {
  if (platform !== 'darwin') return keys.replace('CmdOrCtrl', 'Ctrl');
  const key = keys.split('+').at(-1) ?? '';
  return `${keys.includes('Shift+') ? '⇧' : ''}${keys.includes('CmdOrCtrl+') ? '⌘' : ''}${key}`;
}
