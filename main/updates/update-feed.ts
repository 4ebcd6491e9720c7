/** electron-updater, loaded only where a feed is configured. Its checks (signature, SHA-512) are left unchanged. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, type ProxyConfig } from 'electron';
import type { Preferences } from '../../preload/contract/views/views.ts';
import { type UpdatesOff, updatesOff } from './feed-support.ts';
import type { UpdateFeed } from './updates.ts';

export interface FeedOptions {
  readonly proxy: () => Preferences['proxy'];
  readonly log: (message: string) => void;
}

/** Why this installation doesn't update itself, or how to open its feed. */
export function findFeed(options: FeedOptions): (() => Promise<UpdateFeed | null>) | UpdatesOff {
  const feedPath = app.isPackaged ? join(process.resourcesPath, 'app-update.yml') : null;
  const off = updatesOff({
    platform: process.platform,
    feedFile: feedPath !== null && existsSync(feedPath) ? readFileSync(feedPath, 'utf8') : null,
    hasUninstaller: existsSync(join(dirname(process.execPath), `Uninstall ${app.getName()}.exe`)),
  });
  return off ?? (() => openFeed(options));
}

export async function openFeed({ proxy, log }: FeedOptions): Promise<UpdateFeed | null> {
  const { default: library } = await import('electron-updater');
  // A getter that creates the updater, so it must not be destructured in the import.
  const updater = library.autoUpdater;
  updater.logger = { info: () => undefined, warn: logTo(log), error: logTo(log) };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.disableWebInstaller = true;
  // Also what a redirect leads to.
  updater.netSession.webRequest.onBeforeRequest(({ url }, callback) =>
    callback({ cancel: !url.startsWith('https:') }),
  );
  if (!updater.isUpdaterActive()) return null;
  return {
    async findUpdate() {
      await updater.netSession.setProxy(proxyConfig(proxy()));
      const result = await updater.checkForUpdates();
      return result?.isUpdateAvailable === true ? result.updateInfo.version : null;
    },
    async download(onPercent) {
      const onProgress = ({ percent }: { readonly percent: number }): void => onPercent(percent);
      updater.on('download-progress', onProgress);
      try {
        await updater.netSession.setProxy(proxyConfig(proxy()));
        await updater.downloadUpdate();
      } finally {
        updater.off('download-progress', onProgress);
      }
    },
    install() {
      // A new AppImage starts before this process has ended. It would find the lock held and quit.
      app.releaseSingleInstanceLock();
      // Silent: the answers of the first installation still apply.
      updater.quitAndInstall(true, true);
    },
    skipInstallOnQuit() {
      updater.autoInstallOnAppQuit = false;
    },
    onError(listener) {
      updater.on('error', listener);
    },
  };
}

function logTo(log: (message: string) => void): (message?: unknown) => void {
  return (message) => log(`updates: ${message instanceof Error ? message.message : String(message)}`);
}

function proxyConfig(proxy: Preferences['proxy']): ProxyConfig {
  switch (proxy.kind) {
    case 'system':
      return { mode: 'system' };
    case 'none':
      return { mode: 'direct' };
    case 'manual':
      return { mode: 'fixed_servers', proxyRules: proxy.url };
  }
}
