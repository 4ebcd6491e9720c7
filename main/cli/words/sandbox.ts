/** What the sandbox and the demo say. */
import { count, plural } from '../../../preload/contract/texts/format-number.ts';

export const sandbox = {
  running: 'The sandbox is running. Uploads to it stay on this computer.',
  labels: {
    server: 'Server',
    ca: 'CA file',
    page: 'Web page',
    key: 'API key',
    database: 'Database',
    data: 'Data',
  },
  otherKeys: 'To see what other roles may do, use their API keys:',
  roles: {
    parentOrganization: 'Parent organization',
    databaseAdmin: 'Database admin',
    uploader: 'Uploader',
    legalHoldAdmin: 'Legal hold admin',
    reader: 'Plain member',
    otherOrganization: 'Other organization',
    revoked: 'Revoked',
  },
  tryIt: 'To try it, run this in another terminal:',
  exampleDataset: 'Test upload',
  exampleFolder: 'FOLDER',
  pageOnce: 'The web page opens once with this address. For another address, run this in another terminal:',
  browserWarns: 'Your browser warns about its certificate unless it trusts the CA file.',
  stop: 'Press Ctrl-C to stop the sandbox. Uploaded files are kept.',
  stopping: 'Stopping the sandbox.',
  nothingToDelete: (dataDir: string) => `There is no sandbox data in ${dataDir}.`,
  confirmDelete: (dataDir: string, size: string) =>
    `Delete everything that was uploaded to the sandbox (${size} in ${dataDir})? Unfinished uploads to it are canceled, and your original files aren't touched. Type yes to delete it: `,
  notDeleted: 'Nothing was deleted.',
  deleted: (size: string) => `Deleted ${size} of sandbox data.`,
} as const;

export const demo = {
  steps: {
    sandbox: 'Start a sandbox',
    upload: 'Upload the sample matter, with a custodian for each folder',
    received: 'Check what the sandbox received',
    receipt: 'Verify the receipt against the files',
  },
  step: (number: number, title: string) => `── ${number} of 4 · ${title}`,
  running: (url: string) => `Running at ${url}`,
  stopping: 'Stopping the demo.',
  stopped: 'Stopped.',
  title: 'Sample matter',
  description: 'Uploaded by the demo',
  columns: {
    sourceFile: 'Source file',
    document: 'Document in a container',
    container: 'Container',
    custodian: 'Custodian',
    size: 'Size',
    parts: 'Parts',
    sha1: 'SHA-1',
    id: 'ID',
    note: 'Note',
  },
  locked: 'locked',
  none: '–',
  hashes: (same: number, files: number) =>
    `The sandbox hashed every file it received: ${count(same)} of ${count(files)} hashes match the files on disk.`,
  notUploaded: (label: string, path: string, reason: string) => `${label}: ${path}: ${reason}`,
  totals: (received: number, accepted: number, skipped: number, failed: number, open: number) =>
    `${plural(received, 'file')} = ${count(accepted)} accepted` +
    ` + ${count(skipped)} skipped + ${count(failed)} failed` +
    (open > 0 ? ` + ${count(open)} unfinished` : ''),
  notKept: 'The results are deleted when the demo ends. To keep them, pass --keep DIR.',
  kept: (folder: string) => `Kept in ${folder}`,
  next: 'Next, start your own sandbox and upload a folder to it:',
} as const;
