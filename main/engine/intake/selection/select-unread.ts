import { setImmediate } from 'node:timers/promises';
import type { Reason } from '../../../../preload/contract/failures/failure.ts';
import { unreadProblem } from '../../../../preload/contract/failures/skip-reasons.ts';
import type { UnreadRow } from '../../store/items/selection-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import { storedReason } from '../../store/stored-value.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { UploadId } from '../../types/ids.ts';
import { loggedOutcome, OutcomeChanges } from '../../types/outcome-changes.ts';
import type { compileExclusion } from './skip-reason.ts';

const rowsPerTurn = 2_000;

/**
 * What the scan could not read isn't missed where nothing of it would be sent: it is skipped, and fails again once something
 * would be. Every other filter asks for what only reading tells. False after `signal`.
 */
export async function selectUnread(
  writes: WriteBatcher,
  { selections, listings, findings, events }: Repositories,
  uploadId: UploadId,
  excluded: ReturnType<typeof compileExclusion>,
  signal: AbortSignal,
): Promise<boolean> {
  const loggedTo = listings.loggedTo(uploadId);
  for (let after = 0; !signal.aborted; ) {
    // A million files may be skipped, and none of them unread.
    const upTo = selections.problemsUpTo(uploadId, after, rowsPerTurn);
    if (upTo === null) return true;
    const changes = selections.unread(uploadId, after, upTo).flatMap((row) => changeOf(row, excluded) ?? []);
    const store = (): void => {
      const logged = new OutcomeChanges();
      for (const { row, was, now } of changes) {
        const state = now.code === 'excluded-unread' ? 'skipped' : 'failed';
        selections.applyUnread(uploadId, row, state, JSON.stringify(now));
        findings.remove(row.id, 'not-read', 1);
        if (state === 'failed')
          findings.add(uploadId, [
            { code: 'not-read', itemId: row.id, path: null, details: { reason: now } },
          ]);
        if (row.id <= loggedTo) logged.add(row.id, loggedOutcome(state, now), loggedOutcome(row.state, was));
      }
      const data = logged.data();
      if (data.changes !== undefined)
        events.append(uploadId, new Date().toISOString(), 'files-selected-again', data);
    };
    if (changes.length > 0) writes.recomputable(store);
    after = upTo;
    await setImmediate();
  }
  return false;
}

interface UnreadChange {
  readonly row: UnreadRow;
  readonly was: Reason;
  readonly now: Reason;
}

function changeOf(row: UnreadRow, excluded: ReturnType<typeof compileExclusion>): UnreadChange | null {
  const was = storedReason(row.reason, row.id);
  if (was === null) return null;
  const skipped = was.code === 'excluded-unread' ? was : null;
  const { data: problem } = unreadProblem.safeParse(skipped?.problem ?? was);
  if (problem === undefined) return null;
  const exclusion = excluded({ ...row, name: row.name === '' ? null : row.name });
  if (exclusion === null) return skipped === null ? null : { row, was, now: problem };
  const pattern = exclusion.code === 'excluded' ? exclusion.pattern : null;
  if (skipped?.pattern === pattern) return null;
  return { row, was, now: { code: 'excluded-unread', pattern, problem } };
}
