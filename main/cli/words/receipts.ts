/** What receipt and verify say. */

import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count, plural } from '../../../preload/contract/texts/format-number.ts';
import { keyStorageText } from '../../../preload/contract/texts/signing-key-text.ts';
import { type OutcomeTotals, outcomesText } from '../../../preload/contract/texts/verify-text.ts';
import type { KeyStorage, ReceiptKey } from '../../../preload/contract/views/signing-key.ts';
import type { FileDifference, UploadId } from '../../engine/index.ts';

export const written = {
  path: (id: UploadId, path: string) => `Receipt of upload ${id}: ${path}`,
  head: (head: string) => `Log head: ${head}`,
  key: ({ fingerprint, storage }: ReceiptKey) => `Signed with: ${fingerprint} (${keyStorageText(storage)})`,
  timestamp: (byWhom: string) => `Time-stamped by: ${byWhom}`,
  notTimestamped: (why: string) =>
    `The receipt isn't time-stamped. ${why} The receipt is complete. To get a time-stamped one, write it again.`,
  unsigned: (why: string) =>
    `The receipt isn't signed. ${why} The receipt is complete, but only its log head, kept separately, can show that it wasn't changed. To get a signed one, fix this, then write the receipt again.`,
  storeEdited: (problems: string) =>
    `The receipt isn't intact, and verify will refuse it: the store doesn't say what the upload's log recorded, so somebody or something changed it. ${problems} Keep this receipt and the data folder as they are.`,
  keyReplaced: (fingerprint: string) =>
    `The receipt is signed with a new key, because the earlier one (${fingerprint}) was lost, damaged, or replaced. Tell everyone who compares fingerprints. Receipts signed with the earlier key stay valid.`,
} as const;

export const signingKey = {
  fingerprint: (fingerprint: string) => `Fingerprint: ${fingerprint}`,
  path: (path: string) => `Private key: ${path} (readable by you only)`,
  advice:
    'Give the fingerprint to everyone who verifies your receipts, separately from the receipts, such as by phone. Keep a copy of the private key where nobody else can read it: anyone who has it can sign in your name.',
  others: 'Other keys that signed receipts here:',
  other: (fingerprint: string, storage: KeyStorage, since: string) =>
    `  ${fingerprint} (${keyStorageText(storage)}; first used ${since})`,
} as const;

export const verified = {
  keysUnread: (why: string) =>
    `Can't read which keys signed receipts on this computer, so one of them counts as unknown. ${why}`,
  heading: (id: string | number) => `Receipt of upload ${id}`,
  labels: {
    for: 'For',
    server: 'Server',
    issued: 'Issued',
    files: 'Files',
    links: 'Links',
    head: 'Log head',
    key: 'Key',
    result: 'Result',
  },
  target: (dataset: string, database: string) => `dataset “${dataset}”, database “${database}”`,
  files: (items: number, sizeBytes: number, outcomes: OutcomeTotals) =>
    [`${plural(items, 'file')}, ${formatBytes(sizeBytes)}`, outcomesText(outcomes)]
      .filter((text) => text !== '')
      .join(': '),
  handedOver: (links: number) =>
    `${plural(links, 'link was', 'links were')} handed over. Whether the platform could download ${links === 1 ? 'it' : 'them'} isn't known.`,
  key: (fingerprint: string, storage: KeyStorage) =>
    `${fingerprint} (according to the receipt, ${keyStorageText(storage)})`,
  compareKey:
    'On the computer that signed it, Settings or the command signing-key shows the fingerprint. To have it compared, pass it as --key. Where you signed it from another data folder, pass that one as --state.',
  checkAuthority:
    "To have the authority checked, pass its certificate authority's certificate as --timestamp-ca.",
  compareHead: 'If you have the log head from when the receipt was written, pass it as --head.',
} as const;

export const comparison = {
  heading: (folder: string) => `Compared with ${folder}`,
  counts: {
    same: (compared: string) => `identical (${compared})`,
    noneSame: 'identical',
    sameSizeOnly: 'same size; the receipt has no hash for them',
    missing: 'missing',
    changed: 'changed',
    unreadable: 'unreadable',
    notInReceipt: 'in the folder, but not in the receipt',
    moved: 'of these compared where Lading moved them, as the receipt says',
    links: "symbolic links that the receipt doesn't list (not followed)",
    notCompared: "not compared (links, skipped files, and what couldn't be read for the upload)",
  },
  more: (differences: number) =>
    `… and ${count(differences)} more differences. To list them all, use --json.`,
} as const;

export const differenceKinds: Readonly<Record<FileDifference['kind'], string>> = {
  missing: 'missing',
  changed: 'changed',
  unreadable: 'unreadable',
  'not-in-receipt': 'not in receipt',
};
