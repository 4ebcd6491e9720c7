/**
 * Whether the details, files, and links of a receipt are those that its log recorded when the platform accepted them: for
 * receipts before format 7, whose logs say less. Someone may have edited the store, and somebody who computes a receipt's
 * digests again may not have looked at its log.
 */
import type { VerifyProblem } from '../../../preload/contract/texts/verify-text.ts';
import type { JsonValue } from '../types/canonical-json.ts';
import type { ChainedEvent } from '../types/hash-chain.ts';
import { PackMembersDigest } from '../types/pack-members-digest.ts';
import type { Agreement } from './content-check.ts';
import { createKeyedSum } from './keyed-sum.ts';
import type { ReceiptSourceFile, ReceiptUpload } from './receipt.ts';

interface PackSum {
  readonly sourceFileId: number | null;
  readonly firstItem: number;
  readonly members: PackMembersDigest;
}

/**
 * Events come after all items and source files. Holds nothing of what was accepted, however much it is: the two lists have the same
 * sum if they are the same.
 */
export function createEarlierLogAgreement(): Agreement<VerifyProblem> {
  /** What is listed less what is logged. */
  const sum = createKeyedSum();
  /** The upload may have continued while the receipt was written. */
  const unfinished = new Set<JsonValue>();
  let created: ChainedEvent['data'] | null = null;
  /** By name. The log has one event for a pack, with the digest of its members. */
  const packs = new Map<string, PackSum>();
  /** Source files that the platform accepted, by name. */
  const packFiles = new Map<JsonValue, ReceiptSourceFile>();
  let isPackNotLogged = false;
  return {
    addItem: ({ id, outcome, path, sourceFileId, sizeBytes, partCount, sha1, pack }) => {
      if (outcome === 'accepted' && sizeBytes !== null && pack !== undefined) {
        const known = packs.get(pack) ?? {
          sourceFileId,
          firstItem: id,
          members: new PackMembersDigest('plain'),
        };
        packs.set(pack, known);
        if (known.sourceFileId !== sourceFileId) sum.add([pack, 'several source files']);
        known.members.add({ item: id, path, sizeBytes, sha1, sha256: null, md5: null });
      } else if (outcome === 'handedOver') sum.add([id, path, sourceFileId]);
      else if (outcome === 'accepted' && sizeBytes !== null)
        sum.add([id, path, sourceFileId, sizeBytes, partCount, sha1]);
      else if (outcome !== 'skipped') unfinished.add(id);
    },
    addSourceFile: (sourceFile) => {
      const { kind, filename, completed } = sourceFile;
      if (kind !== 'pack' || completed === null) return;
      isPackNotLogged ||= packFiles.has(filename);
      packFiles.set(filename, sourceFile);
    },
    addEvent: ({ type, data }) => {
      const { item = null, path = null, sourceFileId = null, sizeBytes = null, parts = null } = data;
      if (type === 'pack-completed') {
        const listedFile = packFiles.get(path);
        // A file that was accepted after the source files were listed is not compared.
        if (listedFile !== undefined) isPackNotLogged ||= !isAsLogged(listedFile, data);
        packFiles.delete(path);
      }
      if (type === 'upload-created') created ??= data;
      if (unfinished.has(item)) return;
      if (type === 'link-handed-over') sum.subtract([item, path, sourceFileId]);
      if (type === 'source-file-completed')
        sum.subtract([item, path, sourceFileId, sizeBytes, parts, data['sha1'] ?? null]);
      if (type !== 'pack-completed' || unfinished.has(data['firstItem'] ?? null)) return;
      sum.subtract([
        path,
        sourceFileId,
        data['firstItem'] ?? null,
        data['files'] ?? null,
        data['membersSha256'] ?? null,
      ]);
      const listedPack = typeof path === 'string' ? packs.get(path) : undefined;
      if (listedPack === undefined) return;
      const { firstItem, members } = listedPack;
      sum.add([path, listedPack.sourceFileId, firstItem, members.count, members.hex()]);
      if (typeof path === 'string') packs.delete(path);
    },
    problems: (upload) => [
      // A pack that is left was never logged.
      ...(sum.isZero() && packs.size === 0 ? [] : [{ code: 'items-not-logged' } as const]),
      ...(isPackNotLogged || packFiles.size > 0 ? [{ code: 'packs-not-logged' } as const] : []),
      ...(created === null || isTarget(created, upload) ? [] : [{ code: 'target-not-logged' } as const]),
    ],
  };
}

function isAsLogged(
  { id, files, sizeBytes, partCount, sha1 }: ReceiptSourceFile,
  data: ChainedEvent['data'],
): boolean {
  return (
    id === data['sourceFileId'] &&
    files === data['files'] &&
    sizeBytes === data['sizeBytes'] &&
    partCount === data['parts'] &&
    sha1 === (data['sha1'] ?? null)
  );
}

/** Logs of earlier versions have no server. */
function isTarget({ serverUrl, databaseId }: ChainedEvent['data'], upload: ReceiptUpload): boolean {
  return (
    (serverUrl === undefined || serverUrl === upload.serverUrl) &&
    (databaseId === undefined || databaseId === upload.databaseId)
  );
}
