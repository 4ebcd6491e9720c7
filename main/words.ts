/**
 * Every word that main shows: menus, dialogs, notifications, the tray, error boxes. Failures: failure-table.ts. Questions
 * about trust: window/trust-questions.ts. Questions about changes on the platform: change-text.ts of the contract. Pure.
 */

import type { ReadPurpose, SavePurpose } from '../preload/contract/calls/paths.ts';
import type { Failure } from '../preload/contract/failures/failure.ts';
import { failureText } from '../preload/contract/failures/failure-table.ts';
import {
  endOfUpload,
  failedFilesText,
  handedOverLinksText,
  needsReviewText,
} from '../preload/contract/texts/delivery-text.ts';
import { foundTexts } from '../preload/contract/texts/exception-text.ts';
import { count, percent, plural } from '../preload/contract/texts/format-number.ts';
import { printable } from '../preload/contract/texts/printable.ts';
import type { UploadView } from '../preload/contract/views/views.ts';
import type { RaisedAlert, WatchActivity, WatchAlert } from './uploads/watch-tracker.ts';

export const sandboxConnectionName = 'Sandbox on this computer';

/** The menus themselves. Their commands are in preload/contract/views/menu.ts. */
export const menuWords = {
  file: '&File',
  edit: '&Edit',
  uploads: '&Uploads',
  platform: '&Platform',
  view: '&View',
  help: '&Help',
  openDataFolder: 'Open Data Folder',
  openLog: 'Open Log',
  licenses: 'Licenses',
  checkForUpdates: 'Check for Updates…',
  openLading: 'Open Lading',
  quit: 'Quit Lading',
} as const;

export const dialogWords = { choose: 'Choose', allFiles: 'All files', cancel: 'Cancel' } as const;

/** A dialog that chooses what to read. */
export interface OpenDialog {
  readonly title: string;
  readonly kind: 'folders' | 'files';
  readonly many?: boolean;
  readonly type?: { readonly name: string; readonly extensions: readonly string[] };
}

const csvFiles = { name: 'CSV files', extensions: ['csv', 'txt', 'tsv'] };
const certificates = { name: 'Certificates', extensions: ['pem', 'crt', 'cer'] };

export const openDialogs: Readonly<Record<ReadPurpose, OpenDialog>> = {
  'source-folders': { title: 'Choose folders to upload', kind: 'folders', many: true },
  'source-files': { title: 'Choose files to upload', kind: 'files', many: true },
  'watched-folder': { title: 'Choose the folder to watch', kind: 'folders' },
  'custodian-map': { title: 'Choose a CSV of paths and custodians', kind: 'files', type: csvFiles },
  'password-file': {
    title: 'Choose a file with one password per line',
    kind: 'files',
    type: { name: 'Text files', extensions: ['txt', 'csv', 'lst'] },
  },
  'hash-list': {
    title: 'Choose a list of known files',
    kind: 'files',
    type: { name: 'Hash lists', extensions: ['txt', 'csv', 'md5', 'sha1', 'sha256', 'hash', 'tsv'] },
  },
  'directory-csv': { title: 'Choose the CSV of a legal hold directory', kind: 'files', type: csvFiles },
  template: {
    title: 'Choose a custodian template',
    kind: 'files',
    type: { name: 'Custodian templates', extensions: ['json'] },
  },
  receipt: {
    title: 'Choose a receipt to verify',
    kind: 'files',
    type: { name: 'Receipts', extensions: ['json'] },
  },
  'compare-folder': { title: 'Choose the folder to compare with the receipt', kind: 'folders' },
  certificates: {
    title: "Choose your organization's certificate file",
    kind: 'files',
    type: certificates,
  },
  'timestamp-certificates': {
    title: "Choose the certificate of your time-stamping authority's certificate authority",
    kind: 'files',
    type: certificates,
  },
  profile: {
    title: 'Choose an interface profile',
    kind: 'files',
    type: { name: 'Interface profiles', extensions: ['json'] },
  },
};

/** The title of the dialog that chooses where to save. */
export function saveTitle(purpose: SavePurpose, extension: string): string {
  return purpose === 'save-locked-files' && extension === 'txt'
    ? 'Save letter to client'
    : saveTitles[purpose];
}

const saveTitles: Readonly<Record<SavePurpose, string>> = {
  'save-receipt': 'Save receipt',
  'save-log-head': 'Save log head',
  'save-files': 'Export files',
  'save-findings': 'Export findings',
  'save-uploads': 'Export uploads',
  'save-table': 'Export list',
  'save-activity': 'Export activity log',
  'save-differences': 'Export differences',
  'save-history': 'Export file history',
  'save-locked-files': 'Save list of locked files',
  'save-template': 'Export custodian template',
};

/** What a person keeps apart from a receipt, to prove later that the receipt wasn't replaced. */
export function logHeadText(uploadName: string, head: string, fingerprint: string | null, at: Date): string {
  return [
    // It may be the name of a folder of evidence.
    `Upload: ${printable(uploadName)}`,
    `Log head: ${head}`,
    `Signed with: ${fingerprint === null ? 'not signed' : `the key with the fingerprint ${fingerprint}`}`,
    `Saved: ${at.toISOString()}`,
    '',
    'Keep this file separately from the receipt. If the receipt is replaced or shortened later, it no longer has this log head.',
    '',
  ].join('\n');
}

export const closeWhileUploading = {
  message: 'Uploads are in progress',
  detail:
    'They can continue after the window closes. If you quit, they resume the next time you open Lading.',
  buttons: ['Keep uploading', 'Quit Lading', 'Cancel'],
} as const;

export const closeWhileWatching = {
  message: 'Folders are being watched',
  detail:
    'Lading can continue watching them after the window closes. If you quit, new files are uploaded the next time you open Lading.',
  buttons: ['Keep watching', 'Quit Lading', 'Cancel'],
} as const;

export const startFailure = {
  title: "Lading can't start",
  switches: (names: readonly string[]) =>
    [
      `The installed application doesn't accept ${names.join(', ')}. Start it without ${names.length === 1 ? 'it' : 'them'}.`,
      ...(names.includes('--no-sandbox')
        ? [
            'An AppImage adds --no-sandbox where the system has no user namespaces. Install the deb or rpm package there.',
          ]
        : []),
    ].join('\n\n'),
  seeLog: (path: string) => `The details are in ${path}.`,
} as const;

export interface MessageText {
  readonly message: string;
  readonly detail: string;
}

/** After "Resume All" where some uploads or watched folders could not be resumed. */
export function resumeFailuresText(
  attempted: number,
  failures: readonly { readonly name: string; readonly failure: Failure }[],
): MessageText {
  const shown = failures.slice(0, maxListedFailures);
  const more = failures.length - shown.length;
  return {
    message: `${count(failures.length)} of ${count(attempted)} couldn't be resumed`,
    detail: [
      ...shown.map(({ name, failure }) => `${printable(name)}: ${failureText(failure)}`),
      ...(more > 0 ? [`And ${count(more)} more.`] : []),
    ].join('\n\n'),
  };
}

/** A dialog with more lines might not fit on a screen. */
const maxListedFailures = 5;

export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

/** What it came to is called as in the window; the rest is beside it. */
export function uploadEndedText(upload: UploadView): NotificationText {
  const { state, stoppedBy, totals, unreadFolders, links } = upload;
  const name = printable(upload.name);
  const reason = stoppedBy === null ? null : failureText(stoppedBy);
  if (state !== 'finished')
    return { title: `${name}: upload stopped`, body: reason ?? 'Open Lading to see why.' };
  const { accepted, handedOver, skipped, failed, held } = totals;
  const outcomes = [
    ...(accepted.items > 0 || handedOver.items === 0 ? [`${plural(accepted.items, 'file')} accepted`] : []),
    ...(handedOver.items > 0 ? [handedOverLinksText(handedOver.items)] : []),
    ...(skipped.items > 0 ? [`${count(skipped.items)} skipped`] : []),
    ...(failed.items > 0 ? [failedFilesText(failed.items, unreadFolders, links)] : []),
    ...(held.items > 0 ? [needsReviewText(held.items, links)] : []),
    ...foundTexts(upload.exceptions),
  ];
  const body = [`${outcomes.join(', ')}.`, ...(reason === null ? [] : [reason])].join(' ');
  return { title: `${name}: ${endOfUpload(upload).label}`, body };
}

const alertTexts: Readonly<Record<WatchAlert, string>> = {
  broken: 'New files wait. Open Lading to see why.',
  'key-refused': 'The platform refused the API key. Enter a new one in Settings.',
  'disk-full': 'It waits for space on the disk of the data folder.',
  'store-refuses': "Its data folder can't be written to. Lading keeps trying.",
  'folder-away': "The folder can't be read. Lading keeps trying.",
};

/** One notification for all that happened together. It names rules, never files. */
export function watchAlertsText(alerts: readonly RaisedAlert[]): NotificationText {
  const [first] = alerts;
  const names = [...new Set(alerts.map(({ ruleName }) => printable(ruleName)))];
  if (first !== undefined && names.length === 1)
    return { title: `Watched folder ${names[0]}`, body: alertTexts[alerts.at(-1)?.alert ?? first.alert] };
  const kinds = new Set(alerts.map(({ alert }) => alert));
  const shown = names.slice(0, maxListedFailures).join(', ');
  const more =
    names.length > maxListedFailures ? `, and ${count(names.length - maxListedFailures)} more` : '';
  const [only] = kinds.size === 1 ? kinds : [];
  return {
    title: `${count(names.length)} watched folders need your attention`,
    body: `${shown}${more}.${only === undefined ? ' Open Lading to see why.' : ` ${alertTexts[only]}`}`,
  };
}

/** For the log that an administrator collects. */
export function watchAlertLog({ ruleName, alert }: RaisedAlert): string {
  return `Watched folder “${printable(ruleName)}” needs attention: ${alertTexts[alert]}`;
}

export interface TrayStatus {
  /** How many uploads are in progress, and how far on average. */
  readonly uploading: number;
  readonly fraction: number | null;
  readonly watched: WatchActivity;
}

export function trayToolTip({ uploading, fraction, watched }: TrayStatus): string {
  const share = fraction === null ? '' : `, ${percent(fraction, 1, 0)}`;
  const parts = [
    ...(uploading > 0 ? [`${plural(uploading, 'upload')} in progress${share}`] : []),
    ...(watched.active > 0 ? [`${plural(watched.active, 'folder')} watched`] : []),
    ...(watched.waiting > 0 ? [`${count(watched.waiting)} waiting`] : []),
    ...(watched.needPerson > 0
      ? [`${count(watched.needPerson)} ${watched.needPerson === 1 ? 'needs' : 'need'} your attention`]
      : []),
  ];
  return parts.length === 0 ? 'Lading' : `Lading: ${parts.join(', ')}`;
}
