/**
 * Whether a receipt's details, files and links are those that its log recorded when the platform accepted them. Someone
 * may have edited the store, and whoever computes a receipt's digests again need not have looked at its log.
 */
import { createHash } from 'node:crypto';
import type { VerifyProblem } from '../../../preload/contract/verify-text.ts';
import { canonicalJson, type JsonValue } from '../types/canonical-json.ts';
import type { ChainedEvent } from '../types/hash-chain.ts';
import type { ReceiptItem, ReceiptUpload } from './receipt.ts';

export interface LogAgreement {
  readonly addItem: (item: ReceiptItem) => void;
  /** After all items. */
  readonly addEvent: (event: Pick<ChainedEvent, 'type' | 'data'>) => void;
  readonly problems: (upload: ReceiptUpload) => readonly VerifyProblem[];
}

/** Holds nothing of what was accepted, however much it is: the two lists have the same sum if they are the same. */
export function createLogAgreement(): LogAgreement {
  const listed = createSum();
  const logged = createSum();
  /** The upload may have continued while the receipt was written. */
  const unfinished = new Set<JsonValue>();
  let created: ChainedEvent['data'] | null = null;
  return {
    addItem: ({ id, outcome, path, sourceFileId, sizeBytes, partCount, sha1 }) => {
      if (outcome === 'handedOver') listed.add([id, path, sourceFileId]);
      else if (outcome === 'accepted' && sizeBytes !== null)
        listed.add([id, path, sourceFileId, sizeBytes, partCount, sha1]);
      else if (outcome !== 'skipped') unfinished.add(id);
    },
    addEvent: ({ type, data }) => {
      const { item = null, path = null, sourceFileId = null, sizeBytes = null, parts = null } = data;
      if (type === 'upload-created') created ??= data;
      if (unfinished.has(item)) return;
      if (type === 'link-handed-over') logged.add([item, path, sourceFileId]);
      if (type === 'source-file-completed')
        logged.add([item, path, sourceFileId, sizeBytes, parts, data['sha1'] ?? null]);
    },
    problems: (upload) => [
      ...(listed.value() === logged.value() ? [] : [{ code: 'items-not-logged' } as const]),
      ...(created === null || isTarget(created, upload) ? [] : [{ code: 'target-not-logged' } as const]),
    ],
  };
}

/** Logs of earlier versions have no server. */
function isTarget({ serverUrl, databaseId }: ChainedEvent['data'], upload: ReceiptUpload): boolean {
  return (
    (serverUrl === undefined || serverUrl === upload.serverUrl) &&
    (databaseId === undefined || databaseId === upload.databaseId)
  );
}

/** The same for the same values in any order. */
function createSum(): { readonly add: (value: JsonValue) => void; readonly value: () => string } {
  const sum = Buffer.alloc(32);
  let count = 0;
  return {
    add: (value) => {
      const digest = createHash('sha256').update(canonicalJson(value), 'utf8').digest();
      for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) ^ (digest[at] ?? 0);
      count += 1;
    },
    value: () => `${count} ${sum.toString('hex')}`,
  };
}
