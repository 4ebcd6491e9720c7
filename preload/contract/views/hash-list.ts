/** What comparing the files that were sent with the hash lists that came with them gave. */
import { z } from 'zod';

const count = z.int().nonnegative();

export const hashListResult = z.object({
  /** Lists that were read, and that couldn't be. */
  lists: count,
  unreadLists: count,
  /** Files: each counts once, however many lists name it. It may be compared by one list and not by another. */
  compared: count,
  mismatches: count,
  /** Lines of the lists that name no file which is there. */
  missing: count,
  /** In the folder of a list that doesn't name them. */
  extra: count,
  /** Named by a list, but not read whole, or without a hash of that kind. */
  uncompared: count,
});
export type HashListResult = Readonly<z.infer<typeof hashListResult>>;
