/** Whether this installation may update itself. Pure. */
import type { UpdatesView } from '../../preload/contract/views/views.ts';

export type UpdatesOff = Extract<UpdatesView, { kind: 'off' }>['reason'];

export interface Installation {
  readonly platform: NodeJS.Platform;
  /** app-update.yml, which electron-builder writes from `publish`; null where no feed is configured. */
  readonly feedFile: string | null;
  /** Whether the installer that an update would run also installed this copy. An MSI is deployed by an administrator. */
  readonly hasUninstaller: boolean;
}

/** Returns null if it may. A feed is refused unless every line that matters is as expected. */
export function updatesOff({ platform, feedFile, hasUninstaller }: Installation): UpdatesOff | null {
  if (feedFile === null) return 'no-feed';
  // An AppImage, a deb and an rpm aren't verified against a signer: anyone who controls the feed would control Lading.
  if (platform !== 'win32' && platform !== 'darwin') return 'not-signed';
  if (platform === 'win32' && !hasUninstaller) return 'managed';
  if (!isSecureFeed(feedFile)) return 'feed-insecure';
  // electron-updater verifies the signature of an update only if it knows the signer. macOS always does.
  if (platform === 'win32' && !hasPublisher(feedFile)) return 'feed-insecure';
  return null;
}

/** One folder on a web server, over HTTPS. */
export function isSecureFeed(feedFile: string): boolean {
  const providers = [...feedFile.matchAll(/^\s*provider:\s*(.*?)\s*$/gm)];
  const urls = [...feedFile.matchAll(/^\s*url:\s*(.*?)\s*$/gm)];
  return (
    providers.length === 1 &&
    providers[0]?.[1] === 'generic' &&
    urls.length === 1 &&
    isHttps(urls[0]?.[1] ?? '')
  );
}

function isHttps(text: string): boolean {
  const url = URL.parse(unquoted(text));
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
}

/** One name, or a list of names. */
function hasPublisher(feedFile: string): boolean {
  const [, inline = '', list = ''] =
    /^publisherName:[ \t]*(.*?)[ \t]*((?:\r?\n[ \t]*- .*)*)\r?$/m.exec(feedFile) ?? [];
  const names = inline === '' ? [...list.matchAll(/- (.*)/g)].map(([, name = '']) => name.trim()) : [inline];
  return (
    names.length > 0 && names.every((name) => /^[\p{L}\p{N}]/u.test(unquoted(name)) && !/^null$/i.test(name))
  );
}

function unquoted(text: string): string {
  return text.replace(/^(['"])(.*)\1$/, '$2');
}
