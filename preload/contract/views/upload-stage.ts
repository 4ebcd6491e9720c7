import type { uploadStates } from './states.ts';

/** Nobody started it. The upload of a watched folder, or of the command line, was started before its scan. */
export function isDraft({
  startedAt,
  state,
}: {
  readonly startedAt: string | null;
  readonly state: (typeof uploadStates)[number];
}): boolean {
  return startedAt === null && (state === 'ready' || state === 'scanning');
}
