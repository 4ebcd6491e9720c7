/** What the command line says about custodians and directories. */
import { count } from '../../../preload/contract/texts/format-number.ts';

export const matches = {
  title: (file: string, renamed: number, review: number, unmatched: number) =>
    renamed + review + unmatched === 0
      ? `Custodians: all are called as in ${file}.`
      : `Custodians and ${file}: ${count(renamed)} renamed, ${count(review)} to review, ${count(unmatched)} not in the directory`,
  custodian: 'Custodian',
  directory: 'In the directory',
  result: 'Result',
  score: 'Score',
  reason: 'Why',
  renamed: 'renamed',
  review: 'review',
  unmatched: 'not found',
  why: (reasons: string, others: number) => (others === 0 ? reasons : `${reasons}; ${count(others)} more`),
} as const;
