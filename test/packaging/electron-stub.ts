/** The part of Electron that the updater uses: a packaged program, and requests over HTTP. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';

const { resourcesPath } = process;

export const app = {
  isPackaged: true,
  whenReady: async () => undefined,
  getVersion: () => '0.1.0',
  getName: () => 'Lading',
  getPath: () => join(resourcesPath, 'user-data'),
  getAppPath: () => resourcesPath,
  quit: () => undefined,
  once: () => undefined,
};
export const autoUpdater = new EventEmitter();
export const session = {
  fromPartition: () => ({
    setProxy: async () => undefined,
    // Requests of the tests don't go through the session.
    webRequest: { onBeforeRequest: () => undefined },
  }),
};
export * as net from 'node:http';
