import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import type { WindowEvent } from '../../preload/contract/index.ts';
import { eventChannel } from '../../preload/contract/index.ts';
import type { JsonStore } from '../app/json-store.ts';
import type { UploadActivity } from '../uploads/upload-tracker.ts';
import { closeWhileUploading, closeWhileWatching } from '../words.ts';
import { appUrl } from './app-protocol.ts';
import { minimumSize, restoreBounds, type WindowBounds } from './window-bounds.ts';

export interface MainWindowOptions {
  readonly preload: string;
  readonly bounds: JsonStore<WindowBounds | null>;
  readonly activity: () => UploadActivity;
  /** How many folders are watched. */
  readonly watched: () => number;
  readonly isQuitting: () => boolean;
  readonly quit: () => void;
  /** Windows ends the session. */
  readonly onSessionEnd: () => void;
  /** The page was loaded, loaded again or closed, or its process ended: what an earlier page was given is void. */
  readonly onPageGone: () => void;
  readonly onRendererGone: (reason: string) => void;
  readonly onClosed: () => void;
}

export interface MainWindow {
  /** Brings the window to the front, and opens it if it is closed. */
  show(): void;
  current(): BrowserWindow | null;
  send(event: WindowEvent): void;
  setProgress(activity: UploadActivity): void;
  /** Resolves when size and position are on disk. */
  saveBounds(): Promise<void>;
}

/** Shown before the page's first paint; the same as --bg in renderer/theme. */
const backgroundColor = { light: '#f5f6f8', dark: '#11161b' } as const;

export function createMainWindow(options: MainWindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  let lastProgress = '';

  function open(): BrowserWindow {
    const { maximized, ...bounds } = restoreBounds(workAreas(), options.bounds.value);
    const opened = new BrowserWindow({
      ...bounds,
      minWidth: minimumSize.width,
      minHeight: minimumSize.height,
      show: false,
      title: 'Lading',
      backgroundColor: nativeTheme.shouldUseDarkColors ? backgroundColor.dark : backgroundColor.light,
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
        // Through them, anyone at the computer could type a script into the window.
        devTools: !app.isPackaged,
        navigateOnDragDrop: false,
        enableWebSQL: false,
        // It would download dictionaries.
        spellcheck: false,
      },
    });
    opened.once('ready-to-show', () => {
      if (maximized) opened.maximize();
      opened.show();
    });
    opened.on('close', (event) => {
      void save(opened);
      const isBusy = options.activity().uploading > 0 || options.watched() > 0;
      if (options.isQuitting() || !isBusy) return;
      event.preventDefault();
      void askBeforeClosing(opened);
    });
    // Delays the end of the session until draining is done: after session-end Lading may be killed at any moment.
    opened.on('query-session-end', (event) => {
      if (options.activity().uploading > 0) event.preventDefault();
      options.onSessionEnd();
    });
    opened.on('session-end', options.onSessionEnd);
    opened.on('closed', () => {
      window = null;
      options.onPageGone();
      options.onClosed();
    });
    opened.webContents.on('did-navigate', options.onPageGone);
    opened.webContents.on('render-process-gone', (_, { reason }) => {
      options.onPageGone();
      options.onRendererGone(reason);
      if (reason !== 'clean-exit' && !opened.isDestroyed()) void opened.loadURL(appUrl);
    });
    void opened.loadURL(appUrl);
    lastProgress = '';
    return opened;
  }

  async function save(opened: BrowserWindow): Promise<void> {
    await options.bounds.set({ ...opened.getNormalBounds(), maximized: opened.isMaximized() });
  }

  async function askBeforeClosing(opened: BrowserWindow): Promise<void> {
    const isUploading = options.activity().uploading > 0;
    const { message, detail, buttons } = isUploading ? closeWhileUploading : closeWhileWatching;
    const { response } = await dialog.showMessageBox(opened, {
      type: 'question',
      message,
      detail,
      buttons: [...buttons],
      defaultId: 0,
      cancelId: 2,
    });
    if (response === 0) opened.hide();
    if (response === 1) options.quit();
  }

  return {
    show() {
      if (window === null) {
        // It becomes visible at its first paint.
        window = open();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    current: () => window,
    async saveBounds() {
      if (window !== null && !window.isDestroyed()) await save(window);
    },
    send(event) {
      if (window !== null && !window.isDestroyed()) window.webContents.send(eventChannel, event);
    },
    setProgress({ fraction, isWaiting }) {
      const value = fraction === null ? -1 : Math.round(fraction * 1000) / 1000;
      const mode = isWaiting ? 'paused' : 'normal';
      if (window === null || window.isDestroyed() || lastProgress === `${value} ${mode}`) return;
      lastProgress = `${value} ${mode}`;
      window.setProgressBar(value, { mode });
    },
  };
}

/** The primary screen's first. */
function workAreas() {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
}
