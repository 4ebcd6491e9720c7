/** What a verified receipt proves and what it doesn't, as sentences for someone who must rely on it. Pure. */
import { timestampProofText } from '../../../preload/contract/texts/timestamp-text.ts';
import {
  comparedText,
  headMatchesText,
  isKeyKnown,
  isProved,
  isWriterProved,
  timeBoundText,
  timeNotProved,
  verifyLimitText,
  writerNotProved,
} from '../../../preload/contract/texts/verify-text.ts';
import type { VerifyView } from '../../../preload/contract/views/verify-view.ts';
import { words } from '../../i18n/words.ts';

const verifyWords = words.verify;

export function proofTone(view: Pick<VerifyView, 'proof' | 'headMatches'>): 'ok' | 'warn' | 'bad' {
  if (!isProved(view.proof)) return 'bad';
  return isWriterProved(view) ? 'ok' : 'warn';
}

export function provedLines(view: VerifyView): readonly string[] {
  const { proof, signer, timestamp, headMatches, comparison } = view;
  if (proof === 'not-intact') return [];
  return [
    verifyWords.consistent,
    ...(signer === null ? [] : [verifyWords.signedBy(signer.fingerprint)]),
    ...(proof === 'signed-here' ? [verifyWords.signedHere] : []),
    ...(proof === 'signed-as-expected' ? [verifyWords.signedAsExpected] : []),
    ...(headMatches ? [headMatchesText] : []),
    ...(timestamp?.isTrusted === true ? [timestampProofText(timestamp)] : []),
    ...(comparison === null || !isProved(view.proof)
      ? []
      : comparison.sameBy.map(({ files, hashes }) => verifyWords.folderMatches(files, comparedText(hashes)))),
    ...(comparison !== null && comparison.moved > 0 && isProved(view.proof)
      ? [verifyWords.moved(comparison.moved)]
      : []),
  ];
}

export function notProvedLines(view: VerifyView): readonly string[] {
  const { proof, timestamp, comparison, outcomes, isSandbox } = view;
  const handedOver = outcomes.handedOver.items;
  if (proof === 'not-intact') return [];
  return [
    ...(isWriterProved(view) || !isProved(view.proof) ? [] : [writerNotProved]),
    ...whoWroteLines(view),
    timestamp?.isTrusted === true ? timeBoundText(timestamp.at) : timeNotProved,
    ...view.limits.map(verifyLimitText),
    ...(timestamp?.isTrusted === false
      ? [`${timestampProofText(timestamp)} ${verifyWords.chooseTimestampCa}`]
      : []),
    ...(comparison === null ? [verifyWords.filesNotCompared] : []),
    ...(comparison !== null && comparison.sameSizeOnly > 0
      ? [verifyWords.sizeOnly(comparison.sameSizeOnly)]
      : []),
    ...(comparison !== null && comparison.notCompared > 0
      ? [verifyWords.notCompared(comparison.notCompared)]
      : []),
    ...(comparison !== null && comparison.links > 0 ? [verifyWords.links(comparison.links)] : []),
    ...(handedOver > 0 ? [verifyWords.handedOver(handedOver)] : []),
    ...(isSandbox ? [verifyWords.sandbox] : []),
  ];
}

/** A log head that the person gave proves an unsigned receipt; of a signed one, whose its key is stays open. */
function whoWroteLines(view: VerifyView): readonly string[] {
  if (view.signer === null) return isWriterProved(view) ? [] : [verifyWords.whoWrote];
  return isKeyKnown(view.proof) ? [] : [verifyWords.whoseKey];
}
