/**
 * Loaded before main by `npm run dev`: app:// answers from Vite's server instead of dist/renderer. Main itself has no code
 * for development, so nothing of this can weaken the program that ships.
 */
import { app, session } from 'electron';

const server = process.env['LADING_DEV_SERVER'] ?? '';
const { host } = new URL(server);

/** As in production, plus what Vite's client needs: inline code and its WebSocket. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  `connect-src 'self' ws://${host}`,
].join('; ');

async function fromVite(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await fetch(new URL(pathname + search, server), {
    // Vite sends CSS as CSS or as a module, depending on this.
    headers: { Accept: request.headers.get('Accept') ?? '*/*' },
  });
  const headers = new Headers({ 'Content-Security-Policy': contentSecurityPolicy });
  const type = answer.headers.get('Content-Type');
  if (type !== null) headers.set('Content-Type', type);
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
}

// Runs before main's own code for this moment, because it was registered first.
void app.whenReady().then(() => {
  const { protocol, webRequest } = session.defaultSession;
  const handle = protocol.handle.bind(protocol);
  protocol.handle = (scheme, handler) => handle(scheme, scheme === 'app' ? fromVite : handler);

  const onBeforeRequest = webRequest.onBeforeRequest.bind(webRequest);
  const allowWebSocket: typeof webRequest.onBeforeRequest = (...given: readonly unknown[]) => {
    const listener = given.at(-1);
    if (typeof listener !== 'function') return onBeforeRequest(null);
    onBeforeRequest((details, answer) => {
      if (details.url.startsWith(`ws://${host}/`)) answer({});
      else listener(details, answer);
    });
  };
  webRequest.onBeforeRequest = allowWebSocket;
});

// Main refuses all navigation, also the page reloading itself after a change that can't be refreshed.
app.on('web-contents-created', (_, contents) => {
  contents.on('will-navigate', ({ url }) => {
    if (url === contents.getURL()) contents.reload();
  });
});
