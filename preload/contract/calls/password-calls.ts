/** The window's calls for locked files and their passwords. No answer has a password. */

import { z } from 'zod';
import { maxPageRows } from '../bounds.ts';
import { uploadId } from '../views/ids.ts';
import { lockedColumns, lockedFilesSummary, lockedFileView, trialStatus } from '../views/locked-file.ts';
import { command, noValue, query } from './call.ts';
import { granted } from './paths.ts';

const ofUpload = z.object({ uploadId });

export const passwordCalls = {
  'passwords.summary': query('engine', ofUpload, lockedFilesSummary),
  'passwords.files': query(
    'engine',
    ofUpload.extend({
      status: trialStatus.nullable(),
      search: z.string().max(1000),
      sort: z.object({ column: z.enum(lockedColumns), descending: z.boolean() }),
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(maxPageRows),
    }),
    z.object({ total: z.int(), files: z.array(lockedFileView) }),
  ),
  /** Held in the engine's memory until the upload ends, and tried at once. Returns how many were new, before they are tried. */
  'passwords.add': command(
    'engine',
    ofUpload.extend({ passwords: z.array(z.string().min(1).max(1000)).max(100_000) }),
    z.object({ added: z.int() }),
  ),
  /** From a file with one password per line. */
  'passwords.addFrom': command(
    'engine',
    ofUpload.extend({ path: granted('password-file') }),
    z.object({ added: z.int() }),
  ),
  /** Forgets every password of the upload, and what they opened. */
  'passwords.clear': command('engine', ofUpload, noValue),
  /**
   * Tries every password on the files that are not open. `trySlowFiles`: on those, too, that take seconds for each. Fails
   * with stopped if it is cancelled.
   */
  'passwords.try': command('engine', ofUpload.extend({ trySlowFiles: z.boolean() }), lockedFilesSummary),
  'passwords.cancel': command('engine', ofUpload, noValue),
  /** The files that are still locked. */
  'passwords.writeList': command(
    'engine',
    ofUpload.extend({ format: z.enum(['csv', 'txt']), path: granted('save-locked-files') }),
    noValue,
  ),
} as const;
