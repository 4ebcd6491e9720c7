/** Keeps the window on Lading's own page: no navigation, no other window, no permission, no network. */
import { app, type Session, type WebContents } from 'electron';
import { isAppPage } from './app-protocol.ts';

export function guardContents(onRefused: (message: string) => void): void {
  app.on('web-contents-created', (_, contents) => guard(contents, onRefused));
}

function guard(contents: WebContents, onRefused: (message: string) => void): void {
  contents.on('will-navigate', (event) => {
    event.preventDefault();
    onRefused(`Refused to navigate to ${event.url}.`);
  });
  contents.on('will-frame-navigate', (event) => {
    event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    onRefused(`Refused to open a window for ${url}.`);
    return { action: 'deny' };
  });
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

export function guardSession(session: Session, onRefused: (message: string) => void): void {
  session.setPermissionRequestHandler((_, permission, callback) => {
    onRefused(`Refused the permission ${permission}.`);
    callback(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_, callback) => callback(null));
  session.on('will-download', (event) => {
    event.preventDefault();
  });
  // The window itself sends nothing: all network traffic is the engine's.
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    const isAllowed = isAppPage(url) || url.startsWith('devtools://') || url.startsWith('data:');
    if (!isAllowed) onRefused(`Refused the window's request to ${url}.`);
    callback({ cancel: !isAllowed });
  });
}
