import { contentTypeFacts } from '../views/content-type.ts';
import type { LockedFilesSummary, LockedFileView, TrialStatus } from '../views/locked-file.ts';
import { formatBytes } from './format-bytes.ts';
import { count, plural } from './format-number.ts';

export const trialStatusLabels: Readonly<Record<TrialStatus, string>> = {
  'not-tried': 'Not tried',
  opened: 'Opened',
  'no-fit': 'No password fits',
  'cannot-try': 'Not tried here',
  unreadable: "Can't be read",
};

const isByChecksum = ({ status, reason }: Pick<LockedFileView, 'status' | 'reason'>): boolean =>
  status === 'opened' && reason === 'checksum';

interface CannotTryWords {
  readonly label: string;
  readonly text: string;
}

const cannotTryWords: Readonly<Record<string, CannotTryWords>> = {
  unsupported: {
    label: 'Not tried: unsupported',
    text: "Lading doesn't know this encryption or compression. The passwords are sent with the file.",
  },
  'too-slow': {
    label: 'Not tried: too slow',
    text: 'The file asks for far more work per password than the usual programs do. It was not tried: try slow files if you trust it.',
  },
  damaged: {
    label: 'Not tried: damaged',
    text: 'What a password is compared with is missing or damaged.',
  },
  'too-short': {
    label: 'Not tried: too short',
    text: 'Too few bytes in it are encrypted to tell the right password from a wrong one. The passwords are sent with the file.',
  },
};

/** With the reason where a file couldn't be tried. */
export function trialLabel({ status, reason }: Pick<LockedFileView, 'status' | 'reason'>): string {
  if (isByChecksum({ status, reason })) return 'Matches checksum';
  if (reason === 'some-files') return 'Opens in part';
  return cannotTryWords[reason ?? '']?.label ?? trialStatusLabels[status];
}

/** What a status means for this file; null where its label says it all. */
export function trialReasonText({
  status,
  reason,
}: Pick<LockedFileView, 'status' | 'reason'>): string | null {
  if (reason === null) return null;
  if (status === 'unreadable') return `The file can't be read (${reason}).`;
  if (reason === 'several')
    return 'The files in it have different passwords. Those that were checked can be opened.';
  if (reason === 'some-files')
    return 'The passwords open some of the files in it, but not all that were checked.';
  if (isByChecksum({ status, reason }))
    return 'The password matches the checksum that the file stores. Other passwords may match it too.';
  return cannotTryWords[reason]?.text ?? null;
}

export function lockedTypeLabel(type: string): string {
  return contentTypeFacts(type)?.label ?? type;
}

const files = (amount: number): string => plural(amount, 'locked file');

/** Files that none of the passwords is known to open. */
export function stillLocked({
  files: all,
  byStatus,
}: Pick<LockedFilesSummary, 'files' | 'byStatus'>): number {
  return all - byStatus.opened;
}

/** Files of which a further trial of the same passwords may say more. Passwords are tried as they are added. */
export function filesToTry(
  { byStatus }: Pick<LockedFilesSummary, 'byStatus'>,
  triesSlowFiles: boolean,
): number {
  return byStatus['not-tried'] + byStatus.unreadable + (triesSlowFiles ? byStatus['cannot-try'] : 0);
}

/**
 * "7 locked files, 5 opened, 1 not tried here. The 2 that no password opened will be uploaded but may not be processed";
 * "1 locked file. It will …".
 */
export function lockedSummaryText(
  summary: Pick<LockedFilesSummary, 'files' | 'byStatus' | 'passwords'>,
): string {
  const { opened, 'not-tried': notTried, 'cannot-try': notHere, unreadable } = summary.byStatus;
  const locked = stillLocked(summary);
  if (locked === 0) return `${files(summary.files)}, all opened by your passwords`;
  const rest = `The ${locked === 1 ? 'one' : count(locked)} that no password opened`;
  const they = opened > 0 ? rest : locked === 1 ? 'It' : 'They';
  const parts: readonly (readonly [number, string])[] = [
    [opened, 'opened'],
    [summary.passwords === 0 ? 0 : notTried, 'not tried with your passwords'],
    [notHere, 'not tried here'],
    [unreadable, "can't be read"],
  ];
  const texts = parts.flatMap(([amount, text]) => (amount === 0 ? [] : [`${count(amount)} ${text}`]));
  return `${[files(summary.files), ...texts].join(', ')}. ${they} will be uploaded but may not be processed`;
}

/** What of the passwords goes to the platform, also where nothing is locked any more; null without both. */
export function passwordsSentText(
  { files: locked, passwords }: Pick<LockedFilesSummary, 'files' | 'passwords'>,
  datasetName: string,
): string | null {
  if (passwords === 0) return locked === 0 ? null : 'None goes to the platform';
  return `${plural(passwords, 'password')} ${passwords === 1 ? 'goes' : 'go'} to the platform, which uses ${
    passwords === 1 ? 'it' : 'them'
  } for every locked file of the dataset “${datasetName}”`;
}

export const lockedListColumns = ['Path', 'Type', 'Size in bytes', 'Custodian', 'Locked', 'Status', 'Note'];

/** One row of the list for the client. It has no password and nothing about one. */
export function lockedListRow(file: LockedFileView): readonly (string | number | null)[] {
  return [
    file.path,
    lockedTypeLabel(file.type),
    file.sizeBytes,
    file.custodian,
    file.locked === 'file' ? 'whole file' : 'some of its contents',
    trialLabel(file),
    trialReasonText(file),
  ];
}

export const lockedListRequest =
  'Please send us the passwords, or copies without protection, so that the documents can be processed.';

/** Of these, nobody knows whether a password that we have opens them. */
export const isUntriable = ({ status }: Pick<LockedFileView, 'status'>): boolean =>
  status === 'cannot-try' || status === 'unreadable';

/** Above one of the two lists of the letter. */
export function lockedListIntroduction(files: number, areUntriable: boolean): string {
  const [those, them] =
    files === 1 ? ['The file below is', 'it'] : [`The ${count(files)} files below are`, 'them'];
  return areUntriable
    ? `${those} protected by a password, and we could not check whether one that we have opens ${them}:`
    : `${those} protected by a password, and none that we have is known to open ${them}:`;
}

/** Above the files of one custodian. */
export function lockedListHeading(custodian: string | null): string {
  return `${custodian ?? 'No custodian'}:`;
}

export function lockedListLine(file: LockedFileView): string {
  const whose = file.custodian === null ? '' : `, ${file.custodian}`;
  return `${file.path} (${lockedTypeLabel(file.type)}, ${formatBytes(file.sizeBytes)}${whose})`;
}
