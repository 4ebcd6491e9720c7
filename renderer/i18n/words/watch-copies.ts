import { count } from '../format.ts';
import { plural } from './common.ts';

const copies = (files: number) => plural(files, 'copy', 'copies');

/** Copies of uploaded files, where the rule asks a person. */
export const watchCopies = {
  decideAll: {
    send: (files: number) => `Upload ${copies(files)}…`,
    skip: (files: number) => `Skip ${copies(files)}…`,
  },
  confirm: {
    send: (files: number) => (files === 1 ? 'Upload copy' : `Upload ${copies(files)}`),
    skip: (files: number) => (files === 1 ? 'Skip copy' : `Skip ${copies(files)}`),
  },
  titles: {
    send: (files: number) => `Upload ${copies(files)}?`,
    skip: (files: number) => `Skip ${copies(files)}?`,
  },
  which: (files: number, size: string, search: string) =>
    [
      files === 1
        ? `One file (${size}) has the same content as a file that was uploaded before.`
        : `${count(files)} files (${size}) have the same content as files that were uploaded before.`,
      ...(search === '' ? [] : [`Only those that match the search “${search}”.`]),
    ].join(' '),
  consequences: {
    send: "Each is uploaded under its own path and custodian. This can't be undone.",
    skip: "They aren't uploaded, and the file history lists them as skipped. If you change what the rule does with copies, they are looked at again.",
  },
  done: {
    send: (files: number) =>
      files === 1 ? 'One copy will be uploaded.' : `${count(files)} copies will be uploaded.`,
    skip: (files: number) => (files === 1 ? 'One copy was skipped.' : `${count(files)} copies were skipped.`),
  },
} as const;
