import type { FindingsView } from '../../../preload/contract/calls/preflight-calls.ts';
import { exceptionLabel } from '../../../preload/contract/texts/exception-text.ts';
import { findingText } from '../../../preload/contract/texts/finding-text.ts';
import { issueOf } from '../../../preload/contract/views/exception.ts';
import { skippedTally } from '../../../preload/contract/views/upload-progress.ts';
import type { ItemView, UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import type { IconName } from '../../ui/icon.tsx';

/** How many of the files were checked before they were sent. */
export interface Inspection {
  readonly checked: number;
  readonly files: number;
  readonly isComplete: boolean;
}

/** Nothing was checked until the check of the files has ended. */
export function inspectionOf({ inspection }: Pick<FindingsView, 'inspection'>): Inspection {
  const { checked, files } = inspection ?? { checked: 0, files: 0 };
  return { checked, files, isComplete: inspection !== null && checked >= files };
}

/** Why a file is listed: "Locked: It needs a password." What was found of a skipped file stays with it. */
export function exceptionReason(
  { state, exception, findings }: Pick<ItemView, 'state' | 'exception' | 'findings'>,
  reason: string | null,
): string {
  const found = findings.flatMap((finding) => {
    const issue = issueOf(finding.code, false);
    return issue === null ? [] : [`${exceptionLabel(issue, finding)}: ${findingText(finding)}`];
  });
  const showsFinding = exception !== null && (reason === null || state === 'skipped');
  return [...(reason === null ? [] : [reason]), ...(showsFinding ? found.slice(0, 1) : [])].join(' ');
}

/**
 * What is true of an upload without exceptions. An unchecked file may have one that nobody knows of, and so may a file
 * that wasn't sent: the check mark and the sentence speak of the others.
 */
export function noExceptionsText(
  inspection: Inspection | null,
  upload: Pick<UploadView, 'totals' | 'cancelled'>,
): { readonly icon: IconName; readonly title: string; readonly text: string } {
  const { uploadFiles } = words;
  const isUnchecked = inspection?.isComplete === false;
  const [skipped, unsent] = [skippedTally(upload).items, upload.cancelled.items];
  const isPart = skipped + unsent > 0;
  const { accepted, handedOver, failed, held } = upload.totals;
  const isNoneSent = isPart && accepted.items + handedOver.items + failed.items + held.items === 0;
  const noneFound = isPart ? uploadFiles.noOtherFound : uploadFiles.noneFound;
  return {
    icon: isUnchecked ? 'search' : unsent > 0 ? 'skip' : 'check',
    title: isUnchecked
      ? uploadFiles.noKnownExceptions
      : isNoneSent
        ? uploadFiles.noneSent
        : isPart
          ? uploadFiles.noneOfSent
          : uploadFiles.noExceptions,
    text: [
      ...(unsent === 0 ? [] : [uploadFiles.canceledFiles(unsent)]),
      ...(skipped === 0 ? [] : [uploadFiles.alsoSkipped(skipped)]),
      uploadFiles.noneFailed,
      ...(inspection === null || isNoneSent ? [] : [isUnchecked ? uploadFiles.foundUnknown : noneFound]),
    ].join(' '),
  };
}
