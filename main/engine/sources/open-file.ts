import { constants } from 'node:fs';

/**
 * How evidence is opened. A symbolic link that takes a file's place is followed only where it should be, and a pipe that
 * does is never waited for. Windows has neither flag.
 */
export function readFlags(followLink: boolean): number {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  return O_RDONLY | O_NONBLOCK | (followLink ? 0 : O_NOFOLLOW);
}
