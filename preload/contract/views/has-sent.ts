import type { uploadStates } from './states.ts';

/** An amount of an upload's files by state. */
export interface Sent {
  readonly totals: Readonly<Record<'accepted' | 'handedOver' | 'held', { readonly items: number }>>;
  /** Of those held: files that the rule of a watched folder keeps for a person, and that were never sent. */
  readonly withheld: number;
  /** In parts of files that aren't accepted yet. */
  readonly acknowledgedBytes: number;
}

/** The last time that is known of an upload that sent something. */
export function sentAt(upload: {
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}): string {
  return upload.finishedAt ?? upload.startedAt ?? upload.createdAt;
}

/**
 * Whether the platform has something of the upload, or may have: a part, a file, or one whose outcome isn't known. An upload
 * that was refused before says nothing about where evidence went.
 */
export function hasSent({ totals, withheld, acknowledgedBytes }: Sent): boolean {
  const { accepted, handedOver, held } = totals;
  return accepted.items + handedOver.items + held.items - withheld + acknowledgedBytes > 0;
}

/** Whether it says where its evidence goes. A canceled upload may have been canceled because its database was wrong. */
export function countsAsEarlier(upload: Sent & { readonly state: (typeof uploadStates)[number] }): boolean {
  return upload.state !== 'cancelled' && hasSent(upload);
}
