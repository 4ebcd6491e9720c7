/** How far an upload is, between its draft and its end. */
import type { uploadStates } from './states.ts';

interface Stage {
  readonly startedAt: string | null;
  readonly state: (typeof uploadStates)[number];
}

/** It is past its scan and its draft, so its files are settled, and it has a receipt. */
export function hasReceipt({ state }: Pick<Stage, 'state'>): boolean {
  return state !== 'scanning' && state !== 'ready';
}

/** Nobody started it. The upload of a watched folder, or of the command line, was started before its scan. */
export function isDraft(upload: Stage): boolean {
  return upload.startedAt === null && !hasReceipt(upload);
}

export function isUnfinished({ state }: Pick<Stage, 'state'>): boolean {
  return state !== 'finished' && state !== 'cancelled';
}

/** Where no process works on it: whether one was, or was about to, when it was killed. The next one pauses it. */
export function isInterrupted({ startedAt, state }: Stage): boolean {
  return state === 'uploading' || (state === 'ready' && startedAt !== null);
}

/**
 * The state of one that no process works on: what was written last outlives a process that was killed. A scan begins
 * again when its upload is resumed.
 */
export function stateAtRest(upload: Stage): Stage['state'] {
  if (isDraft(upload)) return 'ready';
  return upload.state === 'scanning' || isInterrupted(upload) ? 'paused' : upload.state;
}

/** Whether the deletion of the sandbox's data cancels it. A draft sent nothing. */
export function isLostWithSandbox(upload: Stage & { readonly isSandbox: boolean }): boolean {
  return upload.isSandbox && upload.startedAt !== null && isUnfinished(upload);
}
