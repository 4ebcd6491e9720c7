/** electron-updater, loaded only where a feed is configured. What it verifies (signature, SHA-512) is left as it is. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, type ProxyConfig } from 'electron';
import type { Preferences } from '../../preload/contract/views.ts';
import type { Feed } from './updates.ts';

export interface FeedOptions {
  readonly proxy: () => Preferences['proxy'];
  readonly note: (message: string) => void;
}

/** Null where this installation does not look for updates. */
export function openFeedFor(options: FeedOptions): (() => Promise<Feed | null>) | null {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return null;
  // What software distribution installed as an MSI would be installed a second time beside it.
  const uninstaller = join(dirname(process.execPath), `Uninstall ${app.getName()}.exe`);
  if (process.platform === 'win32' && !existsSync(uninstaller)) return null;
  return () => openFeed(options);
}

async function openFeed({ proxy, note }: FeedOptions): Promise<Feed | null> {
  const { default: library } = await import('electron-updater');
  // Made by being asked for: not to be taken out of the library before this.
  const updater = library.autoUpdater;
  updater.logger = { info: () => undefined, warn: said(note), error: said(note) };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.disableWebInstaller = true;
  // On Linux, a folder that was unpacked and is no AppImage cannot replace itself.
  if (!updater.isUpdaterActive()) return null;
  return {
    async newer() {
      await updater.netSession.setProxy(proxyConfig(proxy()));
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    async download(onPercent) {
      const told = ({ percent }: { readonly percent: number }): void => onPercent(percent);
      updater.on('download-progress', told);
      try {
        await updater.netSession.setProxy(proxyConfig(proxy()));
        await updater.downloadUpdate();
      } finally {
        updater.off('download-progress', told);
      }
    },
    install() {
      // A new AppImage is started before this one has ended: it must not find the lock held and end itself.
      app.releaseSingleInstanceLock();
      // Silent: what was answered at the first installation holds.
      updater.quitAndInstall(true, true);
    },
    leave() {
      updater.autoInstallOnAppQuit = false;
    },
    onError(listener) {
      updater.on('error', listener);
    },
  };
}

function said(note: (message: string) => void): (message?: unknown) => void {
  return (message) => note(`updates: ${message instanceof Error ? message.message : String(message)}`);
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
