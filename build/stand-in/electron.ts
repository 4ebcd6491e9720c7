/**
 * Replaces the parts of Electron that Lading's main uses, with an installed Chromium. For tests, and for `npm start` where
 * Electron's runtime can't be downloaded. Never shipped, never imported by the product.
 */
import { onExit } from './app.ts';
import './test-control.ts';
import { closeChromium } from './browser-window.ts';

onExit.push(closeChromium);

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { dialog } from './dialog.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu, MenuItem } from './menu.ts';
export { nativeTheme } from './native-theme.ts';
export { safeStorage } from './safe-storage.ts';
export { net, protocol, session } from './session.ts';
export {
  clipboard,
  crashReporter,
  Notification,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  Tray,
} from './system.ts';
export { utilityProcess } from './utility-process.ts';
