/** What comparing with hash lists gave, in plain English. */
import type { HashListResult } from './hash-list.ts';

const number = (value: number): string => value.toLocaleString('en-US');
const files = (value: number): string => (value === 1 ? '1 file' : `${number(value)} files`);

/** One sentence for each fact, the worst first. */
export function hashListText(result: HashListResult): string {
  const { lists, unreadLists, compared, mismatches, missing, extra, uncompared } = result;
  const sentences = [
    mismatches === 0
      ? `${files(compared)} ${compared === 1 ? 'matches' : 'match'} ${lists === 1 ? 'the hash list' : 'the hash lists'} that came with the media.`
      : `${number(mismatches)} of ${files(compared)} ${mismatches === 1 ? 'differs' : 'differ'} from the hash lists that came with the media.`,
    ...(missing === 0
      ? []
      : [`${files(missing)} that they name ${missing === 1 ? "isn't" : "aren't"} there.`]),
    ...(extra === 0 ? [] : [`They don't name ${files(extra)} of their folders.`]),
    ...(uncompared === 0 ? [] : [`${files(uncompared)} couldn't be compared.`]),
    ...(unreadLists === 0
      ? []
      : [unreadLists === 1 ? "1 list couldn't be read." : `${number(unreadLists)} lists couldn't be read.`]),
  ];
  return sentences.join(' ');
}
