/** The window's calls for legal hold directories. */
import { z } from 'zod';
import { directoryCheck, directoryForm, directorySync } from '../views/directory.ts';
import { command, noValue } from './call.ts';
import { granted } from './paths.ts';

const connectionId = z.string().max(100);

export const directoryCalls = {
  /**
   * Checks the file by the connection's profile, or the default one, with its progress as events. Sends nothing. A null
   * form is the profile's. Fails with stopped if it is cancelled, or another check begins.
   */
  'directories.check': command(
    'main',
    z.object({
      path: granted('directory-csv', 'dropped'),
      connectionId: connectionId.nullable(),
      form: directoryForm.nullable(),
    }),
    directoryCheck,
  ),
  /** Asks in a native dialog, then sends the file as it was checked. Returns null if the person refused. */
  'directories.sync': command(
    'main',
    z.object({ connectionId, directoryId: z.int().positive() }),
    directorySync.nullable(),
  ),
  /** Ends the check. */
  'directories.cancel': command('engine', noValue, noValue),
} as const;
