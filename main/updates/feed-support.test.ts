import { describe, expect, it } from 'vitest';
import { type Installation, type UpdatesOff, updatesOff } from './feed-support.ts';

const https =
  'provider: generic\nurl: https://downloads.example.com/lading\nupdaterCacheDirName: lading-updater\n';
const signed = `${https}publisherName:\n  - Harrow & Pike LLP\n`;
const windows: Installation = { platform: 'win32', feedFile: signed, hasUninstaller: true };
const mac: Installation = { platform: 'darwin', feedFile: https, hasUninstaller: false };

describe('an installation updates itself', () => {
  it.each<[string, Installation, UpdatesOff | null]>([
    ['from a signed feed over HTTPS on Windows', windows, null],
    ['with one signer', { ...windows, feedFile: `${https}publisherName: Harrow & Pike LLP\n` }, null],
    ['from a quoted address', { ...mac, feedFile: `provider: generic\nurl: 'https://a.example/x'\n` }, null],
    ['on macOS, which checks the signer itself', mac, null],
    ['not without a feed', { ...windows, feedFile: null }, 'no-feed'],
    ['not on Linux, where packages have no signer', { ...mac, platform: 'linux' }, 'not-signed'],
    ['not if an MSI was deployed', { ...windows, hasUninstaller: false }, 'managed'],
    ['not on Windows without a signer', { ...windows, feedFile: https }, 'feed-insecure'],
    ['not with an empty signer', { ...windows, feedFile: `${https}publisherName:\n` }, 'feed-insecure'],
    ['not with a null signer', { ...windows, feedFile: `${https}publisherName: ~\n` }, 'feed-insecure'],
    ...['null', '[]', '[Harrow]', "''", '""', '{}', '|', '&a', '\n  - ~', '\n  -', "\n  - ''"].map(
      (value): [string, Installation, UpdatesOff] => [
        `not with the signer ${JSON.stringify(value)}`,
        { ...windows, feedFile: `${https}publisherName: ${value}\n` },
        'feed-insecure',
      ],
    ),
    ['not with no signers', { ...windows, feedFile: `${https}publisherName:\nother: x\n` }, 'feed-insecure'],
    ['not over HTTP', { ...mac, feedFile: https.replace('https', 'http') }, 'feed-insecure'],
    ['not over HTTP in other letters', { ...mac, feedFile: https.replace('https', 'HTTP') }, 'feed-insecure'],
    ['not with a password', { ...mac, feedFile: https.replace('//', '//a:b@') }, 'feed-insecure'],
    [
      'not with a second address',
      { ...mac, feedFile: `${https}url: http://evil.example\n` },
      'feed-insecure',
    ],
    ['not from another provider', { ...mac, feedFile: https.replace('generic', 's3') }, 'feed-insecure'],
    ['not from an empty file', { ...mac, feedFile: '' }, 'feed-insecure'],
  ])('%s', (_, installation, expected) => {
    expect(updatesOff(installation)).toBe(expected);
  });
});
