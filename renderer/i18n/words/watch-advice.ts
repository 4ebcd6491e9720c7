import { plural } from './common.ts';

/** What Lading does about a watched folder that can't upload, and what a person can do. Follows what happened. */
export const watchAdvice = {
  paused: 'Nothing is uploaded until you activate it.',
  folder: {
    missing: "Check the disk or network share. Uploads continue when it's back.",
    replaced:
      'Connect the original disk or share. If this is the right folder, pause the watched folder, then activate it.',
    unreadable: 'Fix the permission. Uploads continue when the folder can be read.',
    'not-answering': 'Check the network share. Uploads continue when it responds.',
  },
  schedule: 'Complete files wait until then.',
  key: 'Complete files wait until then.',
  connection: 'Check it in Settings. Uploads continue when it works.',
  platform: 'Lading keeps trying. Check the network if this lasts.',
  custodianMap:
    'Restore the CSV if it is missing, or edit the watched folder and choose another one. Complete files wait.',
  passwordFile:
    'Restore the file if it is missing, or edit the watched folder and choose another one. Complete files wait.',
  diskFull: 'Free up space. Uploads continue when there is enough.',
  upload: 'Complete files wait until then.',
  failed: (files: number) => `See why under Files, then retry ${files === 1 ? 'it' : 'them'} in the upload.`,
  retried: (time: string) => `Lading tries again ${time}.`,
  held: 'In the Files tab, show those that need attention, and open the row of each one to decide.',
} as const;

/** What happened, where the list has no room for all of it. */
export const watchReasons = {
  folder: (reason: string) => `Folder ${reason}`,
  custodianMap: "The list of custodians can't be read, or doesn't stop changing",
  passwordFile: "The file of passwords can't be read",
  failed: (files: number) => plural(files, 'file failed', 'files failed'),
  held: (files: number) => plural(files, 'file needs your decision', 'files need your decision'),
  otherCustodian: (files: number) =>
    `${plural(files, 'renamed file has', 'renamed files have')} another custodian by the rule than was sent: see Findings under Files.`,
  found: (files: number) =>
    `${plural(files, 'sent file is', 'sent files are')} damaged, altered, locked, empty, or not checked.`,
} as const;
