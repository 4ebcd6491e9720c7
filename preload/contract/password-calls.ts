/** The window's calls for locked files and their passwords. No answer has a password. */
import { z } from 'zod';
import { command, noValue, query } from './call.ts';
import { lockedColumns, lockedFilesSummary, lockedFileView, trialStatus } from './locked-file.ts';

const upload = z.object({ uploadId: z.int() });

export const passwordCalls = {
  'passwords.summary': query('engine', upload, lockedFilesSummary),
  'passwords.files': query(
    'engine',
    upload.extend({
      status: trialStatus.nullable(),
      search: z.string().max(1000),
      sort: z.object({ column: z.enum(lockedColumns), descending: z.boolean() }),
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(500),
    }),
    z.object({ total: z.int(), files: z.array(lockedFileView) }),
  ),
  /** Held in the engine's memory until the upload ends. Returns how many were new. */
  'passwords.add': command(
    'engine',
    upload.extend({ passwords: z.array(z.string().min(1).max(1000)).max(100_000) }),
    z.object({ added: z.int() }),
  ),
  /** Opens a dialog for a file with one password per line. Null if the dialog was closed. */
  'passwords.addFile': command('main', upload, z.object({ added: z.int() }).nullable()),
  /** Forgets every password of the upload, and what they opened. */
  'passwords.clear': command('engine', upload, noValue),
  /**
   * Tries every password on the files that are not open. `trySlowFiles`: on those, too, that take seconds for each. Fails
   * with stopped if it is cancelled.
   */
  'passwords.try': command('engine', upload.extend({ trySlowFiles: z.boolean() }), lockedFilesSummary),
  'passwords.cancel': command('engine', upload, noValue),
  /** Opens a save dialog, then writes the files that are still locked. Null if the dialog was closed. */
  'passwords.saveList': command(
    'main',
    upload.extend({ format: z.enum(['csv', 'txt']) }),
    z.object({ path: z.string() }).nullable(),
  ),
} as const;
