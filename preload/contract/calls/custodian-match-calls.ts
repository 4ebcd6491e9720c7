/** The window's calls that compare a draft's custodians with a legal hold directory. */
import { z } from 'zod';
import { directoryMatches, matchCandidate } from '../views/custodian-match.ts';
import { custodianName } from '../views/custodian-rule.ts';
import { uploadId } from '../views/ids.ts';
import { command, noValue, query } from './call.ts';
import { granted } from './paths.ts';

const ofUpload = z.object({ uploadId });
const custodian = z.string().max(1000);

export const custodianMatchCalls = {
  /** With a directory's CSV, and its progress as `directories.progress`. */
  'custodianMatches.compare': command('engine', ofUpload.extend({ path: granted('directory-csv') }), noValue),
  /** With the same file. Fails with directory-not-chosen, and as reading the file does. */
  'custodianMatches.compareAgain': command('engine', ofUpload, noValue),
  /** The comparison fails with stopped. */
  'custodianMatches.cancel': command('engine', noValue, noValue),
  'custodianMatches.list': query('engine', ofUpload, directoryMatches),
  /** The candidates of one custodian, best first. */
  'custodianMatches.candidates': query(
    'engine',
    ofUpload.extend({ custodian }),
    z.object({ candidates: z.array(matchCandidate), more: z.int().nonnegative() }),
  ),
  /** Renames what is certain. Returns how many custodians were renamed. */
  'custodianMatches.acceptCertain': command('engine', ofUpload, z.object({ renamed: z.int() })),
  /** Gives a custodian another name, or keeps it where the name is the same. */
  'custodianMatches.decide': command('engine', ofUpload.extend({ custodian, name: custodianName }), noValue),
  /** The custodian is to be decided again. */
  'custodianMatches.reopen': command('engine', ofUpload.extend({ custodian }), noValue),
} as const;
