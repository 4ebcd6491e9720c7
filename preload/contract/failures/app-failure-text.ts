import { count } from '../texts/format-number.ts';
import type { appFailures } from './app-failure-schema.ts';
import { errnoText } from './errno-text.ts';
import type { FailureOf } from './failure.ts';

/** The part of `failure-text.ts` that is about the application on this computer. */
export const appFailureTexts: {
  readonly [Code in keyof typeof appFailures]: (failure: FailureOf<Code>) => string;
} = {
  'keychain-plaintext': () =>
    'This computer has no keychain that Lading can use, so anyone who can read your files could read the key. Accept that, or unlock a keychain (GNOME Keyring, KWallet) and restart Lading.',
  'keychain-unavailable': () =>
    "This computer's keychain can't be used, so the key can't be saved. Unlock it, then restart Lading.",
  'keychain-refused': () => 'The keychain refused the key. Unlock it, then try again.',
  'key-unreadable': () =>
    "The saved API key can't be read: the keychain is locked or has changed. Unlock it, or enter the key again.",
  'proxy-malformed': () => 'The proxy must look like http://host:port.',
  'proxy-has-password': () =>
    "Enter the proxy without a user name and password: Lading can't store them safely.",
  'proxy-not-confirmed': () => "The proxy wasn't changed, because you didn't confirm it.",
  'proxy-unsupported': ({ entries }) =>
    `This computer's proxy (${entries.join('; ')}) isn't a type that Lading supports. Enter an HTTP proxy instead.`,
  'certificate-unreadable': ({ path, errno }) =>
    `Can't read the certificate file ${path} (${errnoText(errno)}).`,
  'certificate-not-pem': ({ path }) =>
    `${path} contains no PEM certificate (-----BEGIN CERTIFICATE-----). Ask your IT team for that format.`,
  'certificate-damaged': ({ path, position }) =>
    `Certificate ${position} in ${path} is damaged. Ask for the file again.`,
  'certificate-has-key': ({ path }) =>
    `${path} contains a private key, which nobody but its owner should have. Ask your IT team for a file with the certificate alone.`,
  'certificate-not-authority': ({ path, position, subject }) =>
    `Certificate ${position} in ${path} (${subject}) isn't a certificate authority. Ask your IT team for its root certificate.`,
  'certificate-too-many': ({ path, count: amount, max }) =>
    `${path} contains ${count(amount)} certificates. Choose a file with only your organization's (at most ${count(max)}).`,
  'certificate-not-confirmed': () => "The certificates aren't trusted, because you didn't confirm them.",
  'open-failed': ({ path, detail }) => `Can't open ${path}: ${detail}`,
  'update-off': () =>
    "This installation doesn't check for updates. Install new versions the way you installed this one.",
  'update-not-available': () => 'Check for updates first.',
  'update-not-downloaded': () => 'Download the update first.',
  'update-signature-invalid': () =>
    "The update isn't signed by the publisher of this version, so it was deleted. Tell your IT team.",
  'update-damaged': () => 'The update was damaged during the download, so it was deleted. Try again.',
  'update-server-unreachable': () => "Can't reach the update server. Lading checks again tomorrow.",
  'update-check-failed': () =>
    "The update server didn't say which version is the latest. Its response is in the log.",
  'update-download-failed': () => "The update couldn't be downloaded. The reason is in the log. Try again.",
  'sandbox-not-running': () => "The sandbox isn't running. Start it first.",
  'browser-not-opened': () =>
    "Can't open your browser. Set a default browser in the system's settings, then retry.",
  'sandbox-data-in-use': ({ path }) => `A running sandbox uses ${path}. Stop it first.`,
  'sandbox-data-deleted': () =>
    "The sandbox's data was deleted, and with it everything that was uploaded to the sandbox.",
  'sandbox-ended': () => 'The sandbox stopped unexpectedly. What was uploaded to it is kept. Start it again.',
  'sandbox-key-fixed': () => "The sandbox has its own API key, which can't be changed.",
  'sample-matter-missing': () =>
    "This installation doesn't include the sample matter. Choose a folder of your own.",
  'sandbox-failed': ({ detail }) => `The sandbox didn't start: ${detail}`,
  'engine-restarting': () =>
    'The upload engine stopped unexpectedly and is restarting. Try again in a moment.',
  'engine-crashed-repeatedly': () =>
    "The upload engine stopped several times in a row, so it wasn't started again. Everything uploaded so far is kept. Quit Lading and open it again.",
  'engine-failed': ({ detail }) => `The upload engine didn't start: ${detail}`,
  'call-refused': () => "This request didn't come from Lading's window.",
  'call-unknown': () => "Lading doesn't know this request.",
  'call-malformed': ({ field }) => `This request is malformed${field === '' ? '' : ` (${field})`}.`,
};
