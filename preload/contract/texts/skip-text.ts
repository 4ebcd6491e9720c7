import type { SkipReason } from '../failures/failure.ts';
import { count } from './format-number.ts';
import { selectionText } from './selection-text.ts';

/** Why a file is skipped. */
export function skipText(reason: SkipReason): string {
  switch (reason.code) {
    case 'symbolic-link':
      return "Symbolic links aren't followed. To upload the target, add it as a source.";
    case 'symbolic-link-loop':
      return 'This symbolic link points to a folder that contains it. Nothing is lost by skipping it.';
    case 'symbolic-link-broken':
      return "This symbolic link points to something that doesn't exist.";
    case 'special-file':
      return 'This is a device, socket, or pipe, not a file.';
    case 'lading-file':
      return "This is part of Lading's own data folder, which is never uploaded.";
    case 'folder-rescanned':
      if (reason.files === 0) return 'The folder could be read later. It contains no files.';
      return reason.files === 1
        ? 'The folder could be read later. The file in it is listed separately.'
        : `The folder could be read later. The ${count(reason.files)} files in it are listed separately.`;
    case 'cancelled':
      return 'The upload was canceled before this file was sent.';
    case 'skipped-by-person':
      return 'You chose to skip this file.';
    default:
      return selectionText(reason);
  }
}
