/** The window shows Lading's own page and nothing else: no way out, no other window, no permission, no network. */
import { app, type Session, type WebContents } from 'electron';
import { isOurPage } from '../ipc/sender.ts';

export function lockContents(onRefused: (message: string) => void): void {
  app.on('web-contents-created', (_, contents) => lock(contents, onRefused));
}

function lock(contents: WebContents, onRefused: (message: string) => void): void {
  contents.on('will-navigate', (event) => {
    event.preventDefault();
    onRefused(`Navigation to ${event.url} was refused.`);
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
    onRefused(`A window for ${url} was refused.`);
    return { action: 'deny' };
  });
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

export function lockSession(session: Session, onRefused: (message: string) => void): void {
  session.setPermissionRequestHandler((_, permission, answer) => {
    onRefused(`The permission ${permission} was refused.`);
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_, answer) => answer(null));
  session.on('will-download', (event) => {
    event.preventDefault();
  });
  // Everything Lading sends goes through the engine.
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const isOwn = isOurPage(url) || url.startsWith('devtools://') || url.startsWith('data:');
    if (!isOwn) onRefused(`A request of the window to ${url} was refused.`);
    answer({ cancel: !isOwn });
  });
}
