/** What comparing with hash lists gave, in plain English. */

import type { HashListResult } from '../views/hash-list.ts';
import { count, plural } from './format-number.ts';

const files = (amount: number): string => plural(amount, 'file');

/** One sentence for each fact, the worst first. */
export function hashListText(result: HashListResult): string {
  const { lists, unreadLists, compared, mismatches, missing, extra, uncompared } = result;
  const sentences = [
    compared === 0
      ? noneCompared(result)
      : mismatches === 0
        ? `${files(compared)} ${compared === 1 ? 'matches' : 'match'} ${lists === 1 ? 'the hash list' : 'the hash lists'} that came with the media.`
        : `${count(mismatches)} of ${files(compared)} ${mismatches === 1 ? 'differs' : 'differ'} from the hash lists that came with the media.`,
    ...(missing === 0
      ? []
      : [
          `${plural(missing, 'line')} of the lists ${missing === 1 ? "names a file that isn't" : "name files that aren't"} there.`,
        ]),
    ...(extra === 0 ? [] : [`They don't name ${files(extra)} of their folders.`]),
    ...(uncompared === 0 ? [] : [`${files(uncompared)} couldn't be compared.`]),
    ...(unreadLists === 0
      ? []
      : [unreadLists === 1 ? "1 list couldn't be read." : `${count(unreadLists)} lists couldn't be read.`]),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** A list of which no file was compared doesn't agree. */
function noneCompared({ lists, uncompared }: HashListResult): string {
  if (lists === 0 || uncompared > 0) return '';
  return lists === 1
    ? 'The hash list that was found among the files names none of the others, so nothing was compared.'
    : 'The hash lists that were found among the files name none of the others, so nothing was compared.';
}
