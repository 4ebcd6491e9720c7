/** What the sandbox and the demo say. */
import { formatCount } from '../format.ts';

export const sandbox = {
  running: 'The sandbox is running. It receives uploads on this computer and sends nothing anywhere.',
  labels: { server: 'Server', page: 'Web page', key: 'API key', database: 'Database', data: 'Data' },
  tryIt: 'To try it, run this in another terminal:',
  exampleDataset: 'Test upload',
  exampleFolder: 'FOLDER',
  stop: 'Press Ctrl-C to stop the sandbox. Uploaded files are kept.',
  stopping: 'Stopping the sandbox.',
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
  description: 'Uploaded by lading demo',
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
    `The sandbox hashed every file it received: ${formatCount(same)} of ${formatCount(files)} hashes match the files on disk.`,
  notUploaded: (label: string, path: string, reason: string) => `${label}: ${path}: ${reason}`,
  totals: (received: number, accepted: number, skipped: number, failed: number, open: number) =>
    `received ${formatCount(received)} = accepted ${formatCount(accepted)}` +
    ` + skipped ${formatCount(skipped)} + failed ${formatCount(failed)}` +
    (open > 0 ? ` + open ${formatCount(open)}` : ''),
  notKept: 'Nothing is kept. To keep the results, pass --keep DIR.',
  kept: (folder: string) => `Kept in ${folder}`,
  next: 'Next, run a sandbox of your own and upload a folder to it:',
} as const;
