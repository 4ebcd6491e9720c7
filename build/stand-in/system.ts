/** The system around a window: shell, power, notifications, tray, screens. */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { failOnMissing } from './event.ts';
import { chooseItem, describe, type Menu } from './menu.ts';
import { isUnderTest, observed, userActions } from './observed.ts';

export const shell = failOnMissing('shell', {
  async openExternal(address: string): Promise<void> {
    observed.openedExternally.push(address);
    if (isUnderTest) return;
    const { openChromium } = await import('./browser-window.ts');
    const page = await (await openChromium({ width: 1000, height: 700 })).newPage();
    await page.goto(address).catch(() => {});
  },
  async openPath(path: string): Promise<string> {
    observed.openedPaths.push(path);
    if (!isUnderTest) process.stdout.write(`Without Electron the folder cannot be shown: ${path}\n`);
    return existsSync(path) ? '' : 'Failed to open path';
  },
  showItemInFolder(path: string): void {
    observed.openedPaths.push(path);
  },
  beep() {},
});

const blockers = new Map<number, string>();
let lastBlocker = 0;
export const powerSaveBlocker = failOnMissing('powerSaveBlocker', {
  start(kind: string): number {
    lastBlocker += 1;
    blockers.set(lastBlocker, kind);
    observed.powerBlockers = [...blockers.values()];
    return lastBlocker;
  },
  stop(id: number): boolean {
    const held = blockers.delete(id);
    observed.powerBlockers = [...blockers.values()];
    return held;
  },
  isStarted: (id: number) => blockers.has(id),
});

class PowerMonitor extends EventEmitter {
  getSystemIdleTime(): number {
    return 0;
  }
  getSystemIdleState(): string {
    return 'active';
  }
  isOnBatteryPower(): boolean {
    return false;
  }
}
export const powerMonitor = failOnMissing('powerMonitor', new PowerMonitor());
userActions.on('power', (event: string) => powerMonitor.emit(event, { preventDefault() {} }));

const notifications: Notification[] = [];
export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }
  readonly title: string;
  readonly body: string;
  constructor(options: { readonly title?: string; readonly body?: string } = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
  }
  show(): void {
    notifications.push(this);
    observed.notifications.push({ title: this.title, body: this.body });
    if (!isUnderTest) process.stdout.write(`${this.title} ${this.body}\n`);
    this.emit('show', {});
  }
  close(): void {
    this.emit('close', {});
  }
}
userActions.on('notification', (index: number) => notifications.at(index)?.emit('click', {}));

class Image {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  isEmpty(): boolean {
    return !existsSync(this.path);
  }
  setTemplateImage(): void {}
  resize(): Image {
    return this;
  }
}
export const nativeImage = failOnMissing('nativeImage', {
  createFromPath: (path: string) => new Image(path),
  createEmpty: () => new Image(''),
  createFromDataURL: () => new Image(''),
});

let tray: Tray | null = null;
export class Tray extends EventEmitter {
  #toolTip = '';
  #menu: Menu | null = null;
  #isDestroyed = false;
  constructor(image: Image | string) {
    super();
    const path = typeof image === 'string' ? image : image.path;
    if (!existsSync(path)) throw new Error(`Failed to load image from path '${path}'`);
    tray = this;
    this.#tell();
  }
  #tell(): void {
    observed.tray = this.#isDestroyed ? null : { toolTip: this.#toolTip, menu: describe(this.#menu) };
  }
  setToolTip(toolTip: string): void {
    this.#toolTip = toolTip;
    this.#tell();
  }
  setContextMenu(menu: Menu | null): void {
    this.#menu = menu;
    this.#tell();
  }
  get menu(): Menu | null {
    return this.#menu;
  }
  setImage(): void {}
  setTitle(): void {}
  destroy(): void {
    this.#isDestroyed = true;
    tray = null;
    this.#tell();
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
}
userActions.on('tray', (label: string) => {
  if (tray === null) throw new Error('There is no tray icon.');
  if (label === '') tray.emit('click', {}, { x: 0, y: 0, width: 16, height: 16 }, { x: 0, y: 0 });
  else chooseItem(tray.menu, label);
});

interface Display {
  readonly id: number;
  readonly bounds: object;
  readonly workArea: object;
  readonly workAreaSize: { readonly width: number; readonly height: number };
  readonly size: { readonly width: number; readonly height: number };
  readonly scaleFactor: number;
}
const area = { x: 0, y: 0, width: 1920, height: 1080 };
const display: Display = {
  id: 1,
  bounds: area,
  workArea: area,
  workAreaSize: area,
  size: area,
  scaleFactor: 1,
};
class Screen extends EventEmitter {
  getPrimaryDisplay(): Display {
    return display;
  }
  getAllDisplays(): Display[] {
    return [display];
  }
  getDisplayMatching(): Display {
    return display;
  }
  getDisplayNearestPoint(): Display {
    return display;
  }
  getCursorScreenPoint(): { x: number; y: number } {
    return { x: 0, y: 0 };
  }
}
export const screen = failOnMissing('screen', new Screen());

export const crashReporter = failOnMissing('crashReporter', {
  start() {},
  getLastCrashReport: () => null,
  getUploadedReports: () => [],
  addExtraParameter() {},
});

export const clipboard = failOnMissing('clipboard', { writeText() {}, readText: () => '', clear() {} });
