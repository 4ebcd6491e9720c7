/** Whether Lading starts when its person signs in to this computer. The system itself is asked, each time. */
import { z } from 'zod';
import { command, noValue, query } from '../calls/call.ts';

export const loginItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('on') }),
  z.object({ kind: z.literal('off') }),
  /** Registered, but the person or an administrator turned it off in the system's own settings. */
  z.object({ kind: z.literal('blocked') }),
  /** It runs from its sources: there is no program to start. */
  z.object({ kind: z.literal('not-installed') }),
]);
export type LoginItemView = z.infer<typeof loginItem>;

export const loginItemCalls = {
  'loginItem.get': query('main', noValue, loginItem),
  'loginItem.set': command('main', z.object({ enabled: z.boolean() }), loginItem),
} as const;
