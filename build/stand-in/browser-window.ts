/** BrowserWindow: a Chromium window each. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { app, openWindows } from './app.ts';
import { launchChromium, type WindowSize } from './chromium.ts';
import { failOnMissing, isAllowed } from './event.ts';
import { onShortcutsChanged, roles } from './menu.ts';
import { nativeTheme } from './native-theme.ts';
import { isHeadless, observed, userActions } from './observed.ts';
import { WebContents, type WebPreferences } from './web-contents.ts';

export interface WindowOptions extends Partial<Bounds> {
  readonly show?: boolean;
  readonly title?: string;
  readonly webPreferences?: WebPreferences;
  readonly [name: string]: unknown;
}
interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

const windows: BrowserWindow[] = [];
let launching: Promise<BrowserContext> | null = null;

export const chromiumProfile = (): string => join(app.getPath('userData'), 'stand-in-chromium');

/** The running Chromium, or a new one. It exits when a person closes its last window. */
export function openChromium(size: WindowSize): Promise<BrowserContext> {
  launching ??= launchChromium(chromiumProfile(), size).then((context) => {
    context.on('close', () => {
      launching = null;
    });
    return context;
  });
  return launching;
}

const usedPages = new WeakSet<Page>();

/** A new page, or the empty one that Chromium opens with. */
export async function openPage(size: WindowSize): Promise<Page> {
  const context = await openChromium(size);
  const closed = new Promise<null>((resolve) => context.once('close', () => resolve(null)));
  const [only, ...others] = context.pages();
  const isUnused = only !== undefined && others.length === 0 && !only.isClosed() && !usedPages.has(only);
  if (isUnused) usedPages.add(only);
  // Chromium may be exiting because a person has just closed its last window.
  const page = isUnused ? only : await Promise.race([context.newPage().catch(() => closed), closed]);
  if (page === null) return openPage(size);
  usedPages.add(page);
  return page;
}

export async function closeChromium(): Promise<void> {
  const context = launching;
  launching = null;
  await (await context)?.close().catch(() => {});
}

export class BrowserWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  readonly #contents: WebContents;
  #page: Promise<Page>;
  #bounds: Bounds;
  #title: string;
  #isVisible = false;
  #isMinimized = false;
  #isMaximized = false;
  #isFullScreen = false;
  #isDestroyed = false;
  #url = '';

  constructor(options: WindowOptions = {}) {
    super();
    const { x, y, width = 800, height = 600 } = options;
    this.#bounds = { x: x ?? 0, y: y ?? 0, width, height };
    this.#title = options.title ?? app.getName();
    this.#contents = new WebContents(options.webPreferences ?? {});
    this.webContents = failOnMissing('webContents', this.#contents);
    this.#contents.proxy = this.webContents;
    this.id = this.#contents.id;
    windows.push(this);
    openWindows.add(this);
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
    this.#contents.on('did-finish-load', () => this.#isVisible || this.emit('ready-to-show'));
    this.#page = this.#open();
    if (options.show !== false) this.show();
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }
  static fromId(id: number): BrowserWindow | null {
    return windows.find((window) => window.id === id) ?? null;
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return windows.find((window) => window.webContents === contents) ?? null;
  }
  static getFocusedWindow(): BrowserWindow | null {
    return windows.find((window) => window.#isVisible) ?? null;
  }

  async #open(): Promise<Page> {
    const page = await openPage(this.#bounds);
    page.on('close', () => void this.#handlePageClosed(page));
    await this.#contents.attach(page);
    return page;
  }

  /** A person closed Chromium's window, which can't be prevented: if the app prevents it, the window opens again. */
  #handlePageClosed(page: Page): void {
    if (this.#isDestroyed || this.#contents.page !== page) return;
    this.#contents.detach();
    if (isAllowed(this, 'close')) this.destroy();
    else if (this.#isVisible) this.#reopen();
  }

  #reopen(): void {
    this.#page = this.#open();
    void this.loadURL(this.#url);
  }

  #setVisible(visible: boolean): void {
    const wasVisible = this.#isVisible;
    this.#isVisible = visible;
    this.#updateObserved();
    if (visible !== wasVisible) this.emit(visible ? 'show' : 'hide');
  }

  #updateObserved(): void {
    const exists = !this.#isDestroyed;
    observed.window = exists
      ? { visible: this.#isVisible, minimized: this.#isMinimized, title: this.#title }
      : null;
  }

  /** Headless Chromium has no window to move. */
  async #setWindowState(windowState: 'normal' | 'minimized' | 'maximized' | 'fullscreen'): Promise<void> {
    if (isHeadless) return;
    try {
      const page = await this.#page;
      const cdp = await page.context().newCDPSession(page);
      const { windowId } = await cdp.send('Browser.getWindowForTarget');
      await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
      await cdp.detach();
    } catch {
      // It has been closed.
    }
  }

  async loadURL(address: string): Promise<void> {
    this.#url = address;
    await this.#page;
    if (!this.#isDestroyed) await this.#contents.loadURL(address);
  }

  show(): void {
    const wasClosed = this.#contents.page === null && this.#isVisible === false && this.#url !== '';
    if (wasClosed) this.#reopen();
    else void this.#setWindowState('normal');
    this.#setVisible(true);
  }
  showInactive(): void {
    this.show();
  }
  hide(): void {
    void this.#setWindowState('minimized');
    this.#setVisible(false);
  }
  close(): void {
    if (this.#isDestroyed || !isAllowed(this, 'close')) return;
    this.destroy();
  }
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#isVisible = false;
    const { page } = this.#contents;
    this.#contents.destroy();
    windows.splice(windows.indexOf(this), 1);
    openWindows.delete(this);
    this.#updateObserved();
    this.emit('closed');
    const closed = page === null ? Promise.resolve() : page.close().catch(() => {});
    if (windows.length === 0) app.handleAllWindowsClosed(closed);
  }
  focus(): void {
    this.#contents.focus();
    this.emit('focus');
  }
  isFocused(): boolean {
    return this.#isVisible;
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  isVisible(): boolean {
    return this.#isVisible && !this.#isMinimized;
  }
  isMinimized(): boolean {
    return this.#isMinimized;
  }
  isMaximized(): boolean {
    return this.#isMaximized;
  }
  isFullScreen(): boolean {
    return this.#isFullScreen;
  }
  minimize(): void {
    this.#isMinimized = true;
    this.#updateObserved();
    void this.#setWindowState('minimized');
    this.emit('minimize');
  }
  maximize(): void {
    this.#isMaximized = true;
    void this.#setWindowState('maximized');
    this.emit('maximize');
  }
  unmaximize(): void {
    this.#isMaximized = false;
    void this.#setWindowState('normal');
    this.emit('unmaximize');
  }
  restore(): void {
    this.#isMinimized = false;
    this.#updateObserved();
    void this.#setWindowState('normal');
    this.emit('restore');
  }
  setFullScreen(flag: boolean): void {
    this.#isFullScreen = flag;
    void this.#setWindowState(flag ? 'fullscreen' : 'normal');
  }
  getBounds(): Bounds {
    return { ...this.#bounds };
  }
  getNormalBounds(): Bounds {
    return { ...this.#bounds };
  }
  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.emit('resize');
  }
  getSize(): [number, number] {
    return [this.#bounds.width, this.#bounds.height];
  }
  setProgressBar(value: number, { mode = 'normal' }: { mode?: string } = {}): void {
    observed.progress = { value, mode: value < 0 ? 'none' : mode };
  }
  setTitle(title: string): void {
    this.#title = title;
    this.#updateObserved();
  }
  getTitle(): string {
    return this.#title;
  }
  flashFrame(): void {}
  setMenu(): void {}
  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  setBackgroundColor(): void {}
  setOverlayIcon(): void {}
  setIcon(): void {}
  setMinimumSize(): void {}
  setContentProtection(): void {}
  setAlwaysOnTop(): void {}
  setRepresentedFilename(): void {}
  setDocumentEdited(): void {}
}

onShortcutsChanged(() => {
  for (const { webContents } of windows) webContents.refreshShortcuts();
});
nativeTheme.on('updated', () => {
  for (const { webContents } of windows) webContents.applyTheme().catch(() => {});
});
roles.set('close', () => BrowserWindow.getFocusedWindow()?.close());
roles.set('minimize', () => BrowserWindow.getFocusedWindow()?.minimize());
roles.set('togglefullscreen', () => {
  const window = BrowserWindow.getFocusedWindow();
  window?.setFullScreen(!window.isFullScreen());
});
userActions.on('closeWindow', () => windows[0]?.close());
userActions.on('power', (event: string) => {
  if (event === 'session-end' && windows[0] !== undefined) isAllowed(windows[0], 'query-session-end');
});
userActions.on('resize', (bounds: Partial<Bounds>) => windows[0]?.setBounds(bounds));
