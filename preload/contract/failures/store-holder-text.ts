/** Which process has a data folder, in plain English. */
import { z } from 'zod';

/** `command`: what the holder called itself, such as `lading upload`. */
export const storeHolder = z.object({
  command: z.string(),
  pid: z.int(),
  host: z.string(),
  since: z.string(),
});
export type StoreHolder = z.infer<typeof storeHolder>;

const timeFormat = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

/** What the window's engine calls itself. */
export const windowCommand = 'the Lading window';

/**
 * "“lading upload”, process 4711 on HP-WS-12, since Nov 14, 2026, 15:20 EST". The process of the window's engine isn't
 * named: ended, it is started again by the window.
 */
export function storeHolderText(holder: StoreHolder | undefined): string {
  if (holder === undefined) return 'another program';
  const { command, pid, host, since } = holder;
  // The holder is on this computer or shares its disk, so this person's zone is the one to show.
  const named = command === windowCommand ? command : `“${command}”, process ${pid}`;
  return `${named} on ${host}, since ${new Date(since).toLocaleString('en-US', timeFormat)}`;
}
