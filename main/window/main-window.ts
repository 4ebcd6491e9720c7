import { BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import type { WindowEvent } from '../../preload/contract/index.ts';
import { eventChannel } from '../../preload/contract/index.ts';
import type { JsonFile } from '../app/json-store.ts';
import type { Busy } from '../uploads/upload-tracker.ts';
import { windowAddress } from './app-protocol.ts';
import { type Place, placeOn, smallest } from './window-bounds.ts';

export interface WindowOptions {
  readonly preload: string;
  readonly place: JsonFile<Place | null>;
  readonly busy: () => Busy;
  readonly isQuitting: () => boolean;
  readonly quit: () => void;
  /** Windows ends the session. */
  readonly onSessionEnd: () => void;
  readonly onGone: (reason: string) => void;
  readonly onClosed: () => void;
}

export interface ShellWindow {
  /** Brings it forward; opens it where there is none. */
  show(): void;
  current(): BrowserWindow | null;
  send(event: WindowEvent): void;
  setProgress(busy: Busy): void;
  /** Resolves when its place is on disk. */
  keepPlace(): Promise<void>;
}

/** Before the first paint: what the page will have behind it (--bg in renderer/theme). */
const ground = { light: '#f5f6f8', dark: '#11161b' } as const;

export function createWindow(options: WindowOptions): ShellWindow {
  let window: BrowserWindow | null = null;
  let lastProgress = '';

  function open(): BrowserWindow {
    const main = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
    const areas = [main, ...others].map(({ workArea }) => workArea);
    const { maximized, ...bounds } = placeOn(areas, options.place.value);
    const opened = new BrowserWindow({
      ...bounds,
      minWidth: smallest.width,
      minHeight: smallest.height,
      show: false,
      title: 'Lading',
      backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        enableWebSQL: false,
        // It would fetch dictionaries.
        spellcheck: false,
      },
    });
    opened.once('ready-to-show', () => {
      if (maximized) opened.maximize();
      opened.show();
    });
    opened.on('close', (event) => {
      void remember(opened);
      if (options.isQuitting() || options.busy().sending === 0) return;
      event.preventDefault();
      void askBeforeClosing(opened);
    });
    // Held up for as long as the draining takes: what hears of it only at session-end may be ended at any moment.
    opened.on('query-session-end', (event) => {
      if (options.busy().sending > 0) event.preventDefault();
      options.onSessionEnd();
    });
    opened.on('session-end', options.onSessionEnd);
    opened.on('closed', () => {
      window = null;
      options.onClosed();
    });
    opened.webContents.on('render-process-gone', (_, { reason }) => {
      options.onGone(reason);
      if (reason !== 'clean-exit' && !opened.isDestroyed()) void opened.loadURL(windowAddress);
    });
    void opened.loadURL(windowAddress);
    lastProgress = '';
    return opened;
  }

  async function remember(opened: BrowserWindow): Promise<void> {
    await options.place.set({ ...opened.getNormalBounds(), maximized: opened.isMaximized() });
  }

  async function askBeforeClosing(opened: BrowserWindow): Promise<void> {
    const { response } = await dialog.showMessageBox(opened, {
      type: 'question',
      message: 'Uploads are running.',
      detail: 'They can go on without the window. If you quit, they go on at the next start where they were.',
      buttons: ['Keep uploading', 'Quit Lading', 'Cancel'],
      defaultId: 0,
      cancelId: 2,
    });
    if (response === 0) opened.hide();
    if (response === 1) options.quit();
  }

  return {
    show() {
      if (window === null) {
        // It shows itself once there is something to see.
        window = open();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    current: () => window,
    async keepPlace() {
      if (window !== null && !window.isDestroyed()) await remember(window);
    },
    send(event) {
      if (window !== null && !window.isDestroyed()) window.webContents.send(eventChannel, event);
    },
    setProgress({ fraction, isWaiting }) {
      const shown = fraction === null ? -1 : Math.round(fraction * 1000) / 1000;
      const mode = isWaiting ? 'paused' : 'normal';
      if (window === null || window.isDestroyed() || lastProgress === `${shown} ${mode}`) return;
      lastProgress = `${shown} ${mode}`;
      window.setProgressBar(shown, { mode });
    },
  };
}
