import type { FindingsView } from '../../../preload/contract/calls/preflight-calls.ts';
import { words } from '../../i18n/words.ts';

/** How many of the files were checked before they were sent. */
export interface Inspection {
  readonly checked: number;
  readonly files: number;
  readonly isComplete: boolean;
}

/** Uploads of earlier versions were not checked. */
export function inspectionOf({ inspection }: Pick<FindingsView, 'inspection'>): Inspection {
  const { checked, files } = inspection ?? { checked: 0, files: 0 };
  return { checked, files, isComplete: inspection !== null && checked >= files };
}

/** What is true of an upload without exceptions. An unchecked file may have one that nobody knows of. */
export function noExceptionsText(
  inspection: Inspection | null,
  skipped: number,
): { readonly title: string; readonly text: string } {
  const { uploadFiles } = words;
  const isUnchecked = inspection?.isComplete === false;
  return {
    title: isUnchecked ? uploadFiles.noKnownExceptions : uploadFiles.noExceptions,
    text: [
      uploadFiles.noneFailed,
      ...(inspection === null ? [] : [isUnchecked ? uploadFiles.foundUnknown : uploadFiles.noneFound]),
      ...(skipped === 0 ? [] : [uploadFiles.alsoSkipped(skipped)]),
    ].join(' '),
  };
}
