/** What a person chose in a file dialog of the stand-in: what is in its fields when the button is pressed counts. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';

export type DialogPurpose = 'folder' | 'files' | 'save';

export interface DialogFields {
  /** In the path field, whether or not Enter was pressed there. */
  readonly typed: string;
  /** The folder that is listed. */
  readonly folder: string;
  /** The files that are checked in it. */
  readonly checked: readonly string[];
  /** In the field of the file's name. */
  readonly name: string;
}

/** The dialog's answer, or why there is none yet. */
export type Choice = { readonly answer: readonly string[] | string } | { readonly problem: string };

export function chosenPaths(purpose: DialogPurpose, { typed, folder, checked, name }: DialogFields): Choice {
  const path = typedPath(typed);
  if (path === null) return { problem: 'Type a path.' };
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { problem: missing(path) };
  const isFolder = stats.isDirectory();
  if (purpose === 'files' && !isFolder) return { answer: [path] };
  if (!isFolder) return { problem: `${path} is a file. Choose a folder.` };
  switch (purpose) {
    case 'folder':
      return { answer: [path] };
    case 'save':
      return name.trim() === '' ? { problem: 'Type a file name.' } : { answer: resolve(path, name.trim()) };
    case 'files': {
      const here = path === resolve(folder) ? checked : [];
      return here.length === 0 ? { problem: `Choose a file in ${path}.` } : { answer: here };
    }
  }
}

/** Returns null for nothing. */
export function typedPath(typed: string): string | null {
  const text = typed.trim();
  return text === '' ? null : resolve(text.replace(/^~(?=\/|$)/, homedir()));
}

function missing(path: string): string {
  return `${path} doesn't exist.`;
}
