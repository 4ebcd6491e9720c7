/** WebContents over one Chromium page. */
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright';
import { z } from 'zod';
import { toAppUrl, toChromiumUrl } from './custom-schemes.ts';
import { isAllowed } from './event.ts';
import { mainWorldSource, preloadWorld, preloadWorldSource, sendBinding } from './injected-scripts.ts';
import { type IpcFrame, ipcMain } from './ipc-main.ts';
import { runShortcut, shortcuts } from './menu.ts';
import { effectiveTheme } from './native-theme.ts';
import { observed } from './observed.ts';
import { interceptRequest, type RequestContext } from './request-interception.ts';
import { type Session, session as sessions } from './session.ts';
import { decode, encode } from './structured-clone.ts';

const pageMessage = z.object({
  kind: z.enum(['invoke', 'send', 'permission', 'open', 'navigate', 'key', 'error']),
  id: z.number(),
  channel: z.string(),
  args: z.array(z.unknown()),
});
const contextData = z.object({ frameId: z.string() });

type OpenHandler = (details: Readonly<Record<string, unknown>>) => { action: string };

export interface WebPreferences {
  readonly preload?: string;
  readonly [name: string]: unknown;
}

let lastId = 0;

export class WebContents extends EventEmitter {
  readonly id: number;
  readonly session: Session = sessions.defaultSession;
  readonly preferences: WebPreferences;
  #page: Page | null = null;
  #cdp: CDPSession | null = null;
  #frameId = '';
  #contextId: number | null = null;
  #url = '';
  #expectedUrl = '';
  #isLoading = false;
  #isDestroyed = false;
  #openHandler: OpenHandler | null = null;
  readonly #secret = randomBytes(16).toString('hex');

  constructor(preferences: WebPreferences) {
    super();
    lastId += 1;
    this.id = lastId;
    this.preferences = preferences;
  }

  get page(): Page | null {
    return this.#page;
  }

  /** Takes over a fresh page, in which nothing of the app has loaded yet. */
  async attach(page: Page): Promise<void> {
    const cdp = await page.context().newCDPSession(page);
    this.#page = page;
    this.#cdp = cdp;
    this.#contextId = null;
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const { success, data } = contextData.safeParse(context.auxData);
      if (!success || data.frameId !== this.#frameId || context.name !== preloadWorld) return;
      this.#contextId = context.id;
      this.#sendShortcuts();
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (executionContextId === this.#contextId) this.#contextId = null;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === sendBinding && executionContextId === this.#contextId) void this.#handleMessage(payload);
    });
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#url = toAppUrl(frame.url + (frame.urlFragment ?? ''));
      if (frame.url !== 'about:blank') this.emit('did-navigate', {}, this.#url, 200, '');
    });
    cdp.on('Page.domContentEventFired', () => this.emit('dom-ready', {}));
    cdp.on('Page.loadEventFired', () => {
      if (this.#url === '' || this.#url.startsWith('data:')) return;
      this.#isLoading = false;
      this.emit('did-finish-load', {});
      this.emit('did-stop-loading', {});
    });
    cdp.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      this.#handleWindowOpen(url, windowName, windowFeatures.join(','));
    });
    cdp.on('Inspector.targetCrashed', () => {
      this.#contextId = null;
      this.#isLoading = false;
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
    });
    cdp.on('Fetch.requestPaused', (paused) => {
      void interceptRequest(this.#requestContext(), cdp, paused);
    });
    page.on('popup', (popup) => void this.#closePopup(page, popup));

    await cdp.send('Page.enable');
    this.#frameId = (await cdp.send('Page.getFrameTree')).frameTree.frame.id;
    await cdp.send('Inspector.enable');
    await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    await cdp.send('Runtime.addBinding', { name: sendBinding, executionContextName: preloadWorld });
    const { preload } = this.preferences;
    const text = preload === undefined ? null : readFileSync(preload, 'utf8');
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource(this.#secret) });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadWorldSource(this.#secret, text),
      worldName: preloadWorld,
    });
    await cdp.send('Runtime.enable');
    await this.applyTheme();
  }

  /** Chromium opened it although the app denies new windows. It must not keep the focus either. */
  async #closePopup(page: Page, popup: Page): Promise<void> {
    await popup.close().catch(() => {});
    await page.bringToFront().catch(() => {});
  }

  async applyTheme(): Promise<void> {
    const value = effectiveTheme() ?? '';
    await this.#cdp?.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
  }

  async loadURL(address: string): Promise<void> {
    const cdp = this.#cdp;
    if (cdp === null) throw new Error('build/stand-in: the window is not open yet.');
    this.#isLoading = true;
    this.#expectedUrl = toChromiumUrl(address);
    this.emit('did-start-loading', {});
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()));
    const { errorText } = await cdp.send('Page.navigate', { url: this.#expectedUrl });
    if (errorText !== undefined && errorText !== '') {
      this.#isLoading = false;
      this.emit('did-fail-load', {}, -2, errorText, address, true);
      throw new Error(`${errorText} loading '${address}'`);
    }
    await loaded;
  }

  send(channel: string, ...args: unknown[]): void {
    this.#post({ kind: 'event', id: 0, channel, args });
  }

  #post(message: unknown): void {
    const contextId = this.#contextId;
    if (contextId === null) return;
    const expression = `standInReceive(${JSON.stringify(encode(message))})`;
    // Lost if the page closes meanwhile, as in Electron.
    this.#cdp?.send('Runtime.evaluate', { expression, contextId }).catch(() => {});
  }

  #sendShortcuts(): void {
    this.#post({ kind: 'accelerators', id: 0, channel: '', args: shortcuts() });
  }

  refreshShortcuts(): void {
    this.#sendShortcuts();
  }

  get mainFrame(): IpcFrame {
    const url = this.#url;
    return { url, parent: null, origin: originOf(url), routingId: 1, processId: this.id, name: '' };
  }

  async #handleMessage(payload: string): Promise<void> {
    // The frame as it is now, not as it is once the answer is there.
    const frame = this.mainFrame;
    const { kind, id, channel, args } = pageMessage.parse(decode(payload));
    const answer = (value: unknown): void => this.#post({ kind: 'answer', id, channel, args: [value] });
    switch (kind) {
      case 'invoke':
        try {
          answer(
            await ipcMain.answer(
              channel,
              { sender: this.proxy, senderFrame: frame },
              await resolveFileTokens(args, this.#cdp, this.#contextId),
            ),
          );
        } catch (error) {
          const message = `Error invoking remote method '${channel}': ${String(error)}`;
          this.#post({ kind: 'failed', id, channel, args: [message] });
        }
        return;
      case 'send':
        ipcMain.emit(
          channel,
          { sender: this.proxy, senderFrame: frame },
          ...(await resolveFileTokens(args, this.#cdp, this.#contextId)),
        );
        return answer(undefined);
      case 'permission':
        return answer(
          await this.session.isPermissionGranted(this.proxy, channel, args[0] === true, originOf(frame.url)),
        );
      case 'open':
        this.#handleWindowOpen(channel, String(args[0]), String(args[1]));
        return answer(undefined);
      case 'navigate':
        this.#mayNavigate(channel, this.#frameId);
        return answer(undefined);
      case 'key':
        runShortcut(channel);
        return answer(undefined);
      case 'error':
        this.emit('preload-error', {}, this.preferences.preload, new Error(String(args[0])));
        process.stderr.write(`The preload failed: ${String(args[0])}\n`);
        return answer(undefined);
    }
  }

  #handleWindowOpen(url: string, frameName: string, features: string): void {
    const address = toAppUrl(url);
    const details = { url: address, frameName, features, disposition: 'foreground-tab', referrer: {} };
    const { action } = this.#openHandler?.(details) ?? { action: 'allow' };
    observed.windowOpens.push({ url: address, action });
    if (action === 'allow')
      process.stderr.write('build/stand-in: windows opened by a page are not supported.\n');
  }

  #mayNavigate(url: string, frameId: string): boolean {
    const isMainFrame = frameId === this.#frameId;
    const details = { url: toAppUrl(url), isMainFrame, isSameDocument: false, frame: this.mainFrame };
    const inAnyFrame = isAllowed(this, 'will-frame-navigate', details);
    const inMain = !isMainFrame || isAllowed(this, 'will-navigate', details, details.url);
    observed.navigations.push({ url: details.url, allowed: inAnyFrame && inMain });
    return inAnyFrame && inMain;
  }

  #requestContext(): RequestContext {
    return {
      contents: this,
      isMainFrame: (frameId) => frameId === this.#frameId,
      isExpected: (url) => url === this.#expectedUrl || toAppUrl(url) === this.#url,
      mayNavigate: (url, frameId) => this.#mayNavigate(url, frameId),
    };
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  getURL(): string {
    return this.#url;
  }
  getTitle(): string {
    return observed.window?.title ?? '';
  }
  isLoading(): boolean {
    return this.#isLoading;
  }
  isLoadingMainFrame(): boolean {
    return this.#isLoading;
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  isCrashed(): boolean {
    return this.#contextId === null && !this.#isLoading;
  }
  reload(): void {
    void this.#cdp?.send('Page.reload');
  }
  forcefullyCrashRenderer(): void {
    this.#cdp?.send('Page.crash').catch(() => {});
  }
  async executeJavaScript(expression: string): Promise<unknown> {
    return this.#page?.evaluate(expression);
  }
  focus(): void {
    this.#page?.bringToFront().catch(() => {});
  }
  isFocused(): boolean {
    return true;
  }
  openDevTools(): void {}
  closeDevTools(): void {}
  setWebRTCIPHandlingPolicy(): void {}
  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve();
  }
  setBackgroundThrottling(): void {}
  setZoomLevel(): void {}
  setZoomFactor(): void {}
  getZoomFactor(): number {
    return 1;
  }
  setIgnoreMenuShortcuts(): void {}
  getOSProcessId(): number {
    return 0;
  }

  detach(): void {
    this.#page = null;
    this.#cdp = null;
    this.#contextId = null;
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.detach();
    this.emit('destroyed');
  }

  /** The proxy that the app holds and compares with. */
  proxy: WebContents = this;
}

function originOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : `${url.protocol}//${url.host}`;
}

/** Replaces the preload's tokens with paths. A file made by a script has no path and is removed from its list. */
async function resolveFileTokens(
  args: readonly unknown[],
  cdp: CDPSession | null,
  contextId: number | null,
): Promise<unknown[]> {
  const resolve = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string' && value.startsWith('stand-in-file:')) return pathOf(value, cdp, contextId);
    if (!Array.isArray(value)) return value;
    const inner = await Promise.all(value.map(resolve));
    return inner.filter((one, index) => one !== '' || value[index] === '');
  };
  return Promise.all(args.map(resolve));
}

async function pathOf(token: string, cdp: CDPSession | null, contextId: number | null): Promise<string> {
  const index = Number(token.split(':')[1]);
  if (cdp === null || contextId === null || !Number.isInteger(index)) return '';
  try {
    const evaluated = await cdp.send('Runtime.evaluate', {
      expression: `standInFiles[${index}]`,
      contextId,
    });
    const { objectId } = evaluated.result;
    return objectId === undefined ? '' : (await cdp.send('DOM.getFileInfo', { objectId })).path;
  } catch {
    return '';
  }
}
