/** What goes wrong with the application on this computer rather than with an upload: keychain, proxy, updates, sandbox. */
import { z } from 'zod';
import { count } from '../texts/format-number.ts';
import { errnoText } from './errno-text.ts';
import { entry, path, text } from './failure-entry.ts';

export const appFailures = {
  'keychain-plaintext': entry(
    'unavailable',
    'This computer has no keychain that Lading can use, so anyone who can read your files could read the key. Accept that, or unlock a keychain (GNOME Keyring, KWallet) and restart Lading.',
  ),
  'keychain-unavailable': entry(
    'unavailable',
    "This computer's keychain can't be used, so the key can't be saved. Unlock it, then restart Lading.",
  ),
  'keychain-refused': entry('unavailable', 'The keychain refused the key. Unlock it, then try again.'),
  'key-unreadable': entry(
    'key-missing',
    "The saved API key can't be read: the keychain is locked or has changed. Unlock it, or enter the key again.",
  ),
  'proxy-malformed': entry('bad-input', 'The proxy must look like http://host:port.'),
  'proxy-has-password': entry(
    'bad-input',
    "Enter the proxy without a user name and password: Lading can't store them safely.",
  ),
  'proxy-not-confirmed': entry('unconfirmed', "The proxy wasn't changed, because you didn't confirm it."),
  'proxy-unsupported': entry(
    'bad-input',
    { entries: z.array(text) },
    ({ entries }) =>
      `This computer's proxy (${entries.join('; ')}) isn't a type that Lading supports. Enter an HTTP proxy instead.`,
  ),
  'certificate-unreadable': entry(
    'source',
    { path, errno: text },
    ({ path, errno }) => `Can't read the certificate file ${path} (${errnoText(errno)}).`,
  ),
  'certificate-not-pem': entry(
    'bad-input',
    { path },
    ({ path }) =>
      `${path} contains no PEM certificate (-----BEGIN CERTIFICATE-----). Ask your IT team for that format.`,
  ),
  'certificate-damaged': entry(
    'bad-input',
    { path, position: z.int() },
    ({ path, position }) => `Certificate ${position} in ${path} is damaged. Ask for the file again.`,
  ),
  'certificate-has-key': entry(
    'bad-input',
    { path },
    ({ path }) =>
      `${path} contains a private key, which nobody but its owner should have. Ask your IT team for a file with the certificate alone.`,
  ),
  'certificate-not-authority': entry(
    'bad-input',
    { path, position: z.int(), subject: text },
    ({ path, position, subject }) =>
      `Certificate ${position} in ${path} (${subject}) isn't a certificate authority. Ask your IT team for its root certificate.`,
  ),
  'certificate-too-many': entry(
    'bad-input',
    { path, count: z.int(), max: z.int() },
    ({ path, count: amount, max }) =>
      `${path} contains ${count(amount)} certificates. Choose a file with only your organization's (at most ${count(max)}).`,
  ),
  'certificate-not-confirmed': entry(
    'unconfirmed',
    "The certificates aren't trusted, because you didn't confirm them.",
  ),
  'open-failed': entry(
    'unavailable',
    { path, detail: text },
    ({ path, detail }) => `Can't open ${path}: ${detail}`,
  ),
  'update-off': entry(
    'unavailable',
    "This installation doesn't check for updates. Install new versions the way you installed this one.",
  ),
  'update-not-available': entry('unavailable', 'Check for updates first.'),
  'update-not-downloaded': entry('unavailable', 'Download the update first.'),
  'update-signature-invalid': entry(
    'unavailable',
    "The update isn't signed by the publisher of this version, so it was deleted. Tell your IT team.",
  ),
  'update-damaged': entry(
    'unavailable',
    'The update was damaged during the download, so it was deleted. Try again.',
  ),
  'update-server-unreachable': entry(
    'unavailable',
    "Can't reach the update server. Lading checks again tomorrow.",
  ),
  'update-check-failed': entry(
    'unavailable',
    "The update server didn't say which version is the latest. Its response is in the log.",
  ),
  'update-download-failed': entry(
    'unavailable',
    "The update couldn't be downloaded. The reason is in the log. Try again.",
  ),
  'sandbox-not-running': entry('unavailable', "The sandbox isn't running. Start it first."),
  'browser-not-opened': entry(
    'unavailable',
    "Can't open your browser. Set a default browser in the system's settings, then retry.",
  ),
  'sandbox-ended': entry(
    'unavailable',
    'The sandbox stopped unexpectedly. What was uploaded to it is kept. Start it again.',
  ),
  'sandbox-key-fixed': entry('unavailable', "The sandbox has its own API key, which can't be changed."),
  'sample-matter-missing': entry(
    'unavailable',
    "This installation doesn't include the sample matter. Choose a folder of your own.",
  ),
  'sandbox-data-in-use': entry(
    'unavailable',
    { path },
    ({ path }) => `A running sandbox uses ${path}. Stop it first.`,
  ),
  'sandbox-data-deleted': entry(
    'unavailable',
    "The sandbox's data was deleted, and with it everything that was uploaded to the sandbox.",
  ),
  'sandbox-failed': entry(
    'unavailable',
    { detail: text },
    ({ detail }) => `The sandbox didn't start: ${detail}`,
  ),
  'engine-restarting': entry(
    'unavailable',
    'The upload engine stopped unexpectedly and is restarting. Try again in a moment.',
  ),
  'engine-crashed-repeatedly': entry(
    'bug',
    "The upload engine stopped several times in a row, so it wasn't started again. Everything uploaded so far is kept. Quit Lading and open it again.",
  ),
  'engine-failed': entry(
    'bug',
    { detail: text },
    ({ detail }) => `The upload engine didn't start: ${detail}`,
  ),
  'call-refused': entry('forbidden', "This request didn't come from Lading's window."),
  'call-unknown': entry('bug', { name: text }, () => "Lading doesn't know this request."),
  'call-malformed': entry(
    'bug',
    { name: text, field: text },
    ({ field }) => `This request is malformed${field === '' ? '' : ` (${field})`}.`,
  ),

  // Stopped
  stopped: entry('stopped', 'Stopped. Everything uploaded so far is kept.'),
  /** Before an upload was created. */
  'stopped-before-upload': entry(
    'stopped',
    'Stopped before an upload was created. Nothing was sent. Run the command again.',
  ),
  closing: entry('stopped', 'Lading is closing.'),
  interrupted: entry(
    'stopped',
    'Lading ended unexpectedly while this was running. Everything uploaded so far is kept.',
  ),
  /** The command line has no log: it writes a crash report. An upload may be shown where it didn't run. */
  bug: entry(
    'bug',
    { where: text.optional() },
    () =>
      'Something went wrong in Lading. The details are in its log, or in the crash report of its command line. Everything uploaded so far is kept. Try again; if it happens again, restart Lading.',
  ),
} as const;
