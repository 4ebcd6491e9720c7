/** Menus: invisible, but their shortcuts work and a test can choose an item. */
import { EventEmitter } from 'node:events';
import { type ObservedMenuItem, observed, userActions } from './observed.ts';

export interface MenuItemOptions {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly submenu?: readonly MenuItemOptions[] | Menu;
  readonly click?: (item: MenuItem, window: unknown, event: object) => void;
}

/** What a role does; the editing roles are left to Chromium. */
export const roles = new Map<string, () => void>();

export class MenuItem {
  readonly id: string;
  label: string;
  readonly role: string;
  readonly type: string;
  readonly accelerator: string;
  readonly submenu: Menu | undefined;
  visible: boolean;
  checked: boolean;
  #enabled: boolean;
  readonly #click: MenuItemOptions['click'];

  constructor(options: MenuItemOptions) {
    const { submenu } = options;
    this.id = options.id ?? '';
    this.role = options.role ?? '';
    this.label = options.label ?? this.role;
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    this.accelerator = options.accelerator ?? roleShortcuts[this.role] ?? '';
    this.#enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu =
      submenu === undefined || submenu instanceof Menu ? submenu : Menu.buildFromTemplate(submenu);
    this.#click = options.click;
  }

  get enabled(): boolean {
    return this.#enabled;
  }
  /** As in Electron, an item can be disabled while its menu is in use. */
  set enabled(enabled: boolean) {
    this.#enabled = enabled;
    observed.menu = describe(applicationMenu);
  }

  click(): void {
    if (!this.enabled) return;
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.#click !== undefined) this.#click(this, null, {});
    else roles.get(this.role)?.();
  }
}

const roleShortcuts: Readonly<Record<string, string | undefined>> = {
  quit: 'CmdOrCtrl+Q',
  close: 'CmdOrCtrl+W',
  minimize: 'CmdOrCtrl+M',
};

let applicationMenu: Menu | null = null;
const changed = new EventEmitter();

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (MenuItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
    observed.menu = describe(menu);
    changed.emit('change');
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }
  getMenuItemById(id: string): MenuItem | null {
    return find(this, (item) => item.id === id);
  }
  popup(): void {
    this.emit('menu-will-show');
  }
  closePopup(): void {
    this.emit('menu-will-close');
  }
}

function find(menu: Menu | null | undefined, wanted: (item: MenuItem) => boolean): MenuItem | null {
  for (const item of menu?.items ?? []) {
    if (wanted(item)) return item;
    const below = find(item.submenu, wanted);
    if (below !== null) return below;
  }
  return null;
}

export function describe(menu: Menu | null | undefined): ObservedMenuItem[] {
  const items = (menu?.items ?? []).filter(({ type, visible }) => type !== 'separator' && visible);
  return items.map(({ id, label, role, accelerator, enabled, checked, submenu }) => {
    return { id, label, role, accelerator, enabled, checked, items: describe(submenu) };
  });
}

export function chooseItem(menu: Menu | null | undefined, idOrLabel: string): void {
  const item = find(menu, ({ id, label }) => id === idOrLabel || label.replace('&', '') === idOrLabel);
  if (item === null) throw new Error(`The menu has no item ${idOrLabel}.`);
  item.click();
}

/** CmdOrCtrl+Shift+P → mod+shift+p, as the page reports keys. */
function normalizeAccelerator(accelerator: string): string {
  const parts = accelerator.toLowerCase().split('+');
  const key = parts.pop() ?? '';
  const has = (...names: string[]): boolean => parts.some((part) => names.includes(part));
  const modifiers = [
    has('cmdorctrl', 'commandorcontrol', 'ctrl', 'control', 'cmd', 'command') ? 'mod' : '',
    has('alt', 'option') ? 'alt' : '',
    has('shift') ? 'shift' : '',
  ];
  return [...modifiers.filter((part) => part !== ''), key].join('+');
}

function shortcutItems(menu: Menu | null | undefined): MenuItem[] {
  return (menu?.items ?? []).flatMap((item) => [
    ...(item.accelerator === '' ? [] : [item]),
    ...shortcutItems(item.submenu),
  ]);
}

export function shortcuts(): string[] {
  return shortcutItems(applicationMenu).map(({ accelerator }) => normalizeAccelerator(accelerator));
}

export function onShortcutsChanged(listener: () => void): void {
  changed.on('change', listener);
}

export function runShortcut(shortcut: string): void {
  shortcutItems(applicationMenu)
    .find(({ accelerator }) => normalizeAccelerator(accelerator) === shortcut)
    ?.click();
}

userActions.on('menu', (idOrLabel: string) => chooseItem(applicationMenu, idOrLabel));
