import type { Database } from 'better-sqlite3';
import type { z } from 'zod';
import { reasonText } from '../../../preload/contract/failures/failure-table.ts';
import { handedOverText } from '../../../preload/contract/views/handed-over.ts';
import { isEverything } from '../../../preload/contract/views/selection.ts';
import { createFindingRepository } from '../store/items/finding-repository.ts';
import { type Item, type ItemRow, itemColumns, itemTables, toItem } from '../store/items/item-repository.ts';
import { listedItem } from '../store/items/listed-item.ts';
import { parseScanned } from '../store/items/listing-repository.ts';
import { sentTables } from '../store/items/sent-source-file.ts';
import { createEventRepository } from '../store/receipts/event-repository.ts';
import { damagedValue, noTime, parsedJson } from '../store/stored-value.ts';
import type { Upload } from '../store/uploads/upload-repository.ts';
import { type JsonObject, wellFormedObject } from '../types/canonical-json.ts';
import type { UploadId } from '../types/ids.ts';
import { packFilename } from '../types/pack-filename.ts';
import type { ItemState } from '../types/uploads.ts';
import {
  createdNames,
  type ItemOutcome,
  type ReceiptFinding,
  type ReceiptItem,
  type ReceiptSource,
  type ReceiptSourceFile,
  type ReceiptTotals,
  type ReceiptUpload,
  reasonObject,
  receiptItem,
  receiptSourceFile,
  receiptTotals,
  receiptUpload,
} from './receipt.ts';
import { receiptFindings } from './receipt-findings.ts';

const outcomeOf = {
  queued: 'pending',
  uploading: 'pending',
  accepted: 'accepted',
  handedOver: 'handedOver',
  skipped: 'skipped',
  failed: 'failed',
  held: 'held',
} as const satisfies Record<ItemState, ItemOutcome>;

interface SourceFileColumns {
  scanned: string | null;
  platform_id: bigint | null;
  part_count: bigint | null;
  sha1: string | null;
  sha256: string | null;
  md5: string | null;
  requested_at: string | null;
  completed_at: string | null;
  answer_state: string | null;
  pack_number: bigint | null;
}

interface PackRow {
  platform_id: number;
  number: number;
  items: number;
  custodian: string | null;
  size_bytes: number | null;
  part_count: number;
  sha1: string | null;
  sha256: string | null;
  requested_at: string;
  completed_at: string | null;
  answer_state: string | null;
}

/** Reads an upload's receipt from the store, row by row. */
export function createReceiptSource(db: Database, upload: Upload): ReceiptSource {
  const rows = db
    .prepare<[UploadId, number], ItemRow & SourceFileColumns>(
      `SELECT ${itemColumns}, items.scanned, sent.platform_id, sent.part_count, sent.requested_at, sent.completed_at, sent.answer_state,
         iif(member.item_id IS NULL, sent.sha1, member.sha1) AS sha1,
         iif(member.item_id IS NULL, sent.sha256, member.sha256) AS sha256,
         iif(member.item_id IS NULL, sent.md5, member.md5) AS md5, packs.number AS pack_number
       FROM ${itemTables} ${sentTables}
       WHERE items.upload_id = ? AND items.id > ? ORDER BY items.id LIMIT 500`,
    )
    .safeIntegers();

  const storedFindings = createFindingRepository(db);

  const packs = db.prepare<[UploadId], PackRow>(
    `SELECT platform_id, packs.number, packs.items, packs.custodian, packs.size_bytes, part_count, sha1, sha256, requested_at,
       completed_at, answer_state
     FROM packs CROSS JOIN source_files ON source_files.pack_id = packs.id AND abandoned = 0
     WHERE packs.upload_id = ? AND packs.state = 'accepted' AND platform_id IS NOT NULL ORDER BY packs.number`,
  );

  function* pages(): Generator<readonly (ItemRow & SourceFileColumns)[]> {
    for (let after = 0; ; ) {
      const page = rows.all(upload.id, after);
      yield page;
      if (page.length < 500) return;
      after = Number(page.at(-1)?.id ?? 0);
    }
  }

  function* allRows(): Generator<ItemRow & SourceFileColumns> {
    for (const page of pages()) yield* page;
  }

  function receiptItemOf(
    row: ItemRow & SourceFileColumns,
    findings: readonly ReceiptFinding[] | undefined,
  ): ReceiptItem {
    const item = toItem(row);
    const isSent = item.state === 'accepted' || item.state === 'handedOver';
    const isPacked = row.pack_number !== null;
    const scanned = parseScanned(row.scanned);
    return stated(receiptItem, unstated.item, {
      ...listedItem(item),
      outcome: outcomeOf[item.state],
      ...reasonOf(item, row.reason),
      sha1: isSent ? row.sha1 : null,
      sha256: isSent ? row.sha256 : null,
      md5: isSent ? row.md5 : null,
      sourceFileId: isSent ? numberOf(row.platform_id) : null,
      ...(isSent && isPacked
        ? { pack: packFilename({ uuid: upload.uuid, number: Number(row.pack_number) }) }
        : {}),
      partCount: isSent && item.link === null && !isPacked ? numberOf(row.part_count) : null,
      startedAt: isSent ? row.requested_at : null,
      finishedAt: isSent ? row.completed_at : null,
      ...(scanned === null ? {} : { scanned }),
      ...(findings === undefined ? {} : { findings }),
    });
  }

  return {
    upload: stated(receiptUpload, unstated.upload, receiptUploadOf(upload)),
    asOf: createEventRepository(db).lastSeq(upload.id),
    totals(): ReceiptTotals {
      const { queued, uploading, ...settled } = upload.totals;
      const add = (...tallies: readonly { items: number; bytes: number }[]) => ({
        items: tallies.reduce((sum, tally) => sum + tally.items, 0),
        bytes: tallies.reduce((sum, tally) => sum + tally.bytes, 0),
      });
      return stated(receiptTotals, unstated.totals, {
        received: countItems(db, upload.id),
        ...settled,
        pending: add(queued, uploading),
      });
    },
    *items(): Generator<ReceiptItem> {
      for (const page of pages()) {
        const [first, last] = [Number(page[0]?.id ?? 0), Number(page.at(-1)?.id ?? 0)];
        const findings = receiptFindings(storedFindings, upload.id, first, last);
        for (const row of page) yield receiptItemOf(row, findings.get(Number(row.id)));
      }
    },
    *sourceFiles(): Generator<ReceiptSourceFile> {
      for (const row of allRows()) {
        const item = toItem(row);
        const isSent = item.state === 'accepted' || item.state === 'handedOver';
        if (!isSent || row.platform_id === null || row.requested_at === null || row.pack_number !== null)
          continue;
        const listed = listedItem(item);
        yield stated(receiptSourceFile, unstated.sourceFile, {
          id: Number(row.platform_id),
          kind: item.link === null ? 'item' : 'link',
          filename: item.name,
          sizeBytes: listed.sizeBytes,
          partCount: item.link === null ? numberOf(row.part_count) : null,
          sha1: row.sha1,
          sha256: row.sha256,
          custodian: listed.custodian,
          created: row.requested_at,
          completed: item.link === null ? row.completed_at : null,
          state: row.answer_state,
        });
      }
      for (const row of packs.all(upload.id))
        yield stated(receiptSourceFile, unstated.sourceFile, {
          id: row.platform_id,
          kind: 'pack',
          filename: packFilename({ uuid: upload.uuid, number: row.number }),
          files: row.items,
          sizeBytes: row.size_bytes,
          partCount: row.part_count,
          sha1: row.sha1,
          sha256: row.sha256,
          custodian: row.custodian,
          created: row.requested_at,
          completed: row.completed_at,
          state: row.answer_state,
        });
    },
    events: () => createEventRepository(db).all(upload.id),
  };
}

export function receiptUploadOf(upload: Upload): ReceiptUpload {
  return {
    id: upload.uuid,
    created: upload.createdAt,
    finished: upload.finishedAt,
    state: upload.state,
    serverUrl: upload.serverUrl,
    sandbox: upload.isSandbox,
    databaseId: upload.databaseId,
    databaseName: upload.databaseName,
    datasetId: upload.datasetId,
    datasetName: upload.datasetName,
    settings: wellFormedObject(upload.request.settings as JsonObject),
    user: upload.osUser,
    machine: { hostName: upload.machine, platform: process.platform },
    version: upload.version,
    apiKeyId: upload.keyId,
    sources: upload.sources.map((source) => source.toWellFormed()),
    options: { ...optionsOf(upload.request), ...selectionOf(upload) },
  };
}

/** For the first event of its log. */
export function createdFacts(upload: Upload | null): JsonObject {
  if (upload === null) throw new Error('The upload is gone');
  const facts = receiptUploadOf(upload);
  return Object.fromEntries(createdNames.map((name) => [name, facts[name]]));
}

function selectionOf({ request: { selection } }: Upload): { readonly selection?: JsonObject } {
  return selection === undefined || isEverything(selection)
    ? {}
    : { selection: wellFormedObject({ ...selection }) };
}

/** Counted from the rows, independently of the totals that were updated during the upload. */
function countItems(db: Database, uploadId: UploadId): { items: number; bytes: number } {
  const counted = db
    .prepare<[UploadId], { items: number; bytes: number }>(
      'SELECT count(*) AS items, coalesce(sum(size_bytes), 0) AS bytes FROM items WHERE upload_id = ?',
    )
    .get(uploadId);
  return counted ?? { items: 0, bytes: 0 };
}

function optionsOf({
  sha1,
  custodianRules,
  custodianNames = [],
  leaveUnassigned = false,
}: Upload['request']): ReceiptUpload['options'] {
  return {
    sha1,
    custodianRules: custodianRules.map((rule) => wellFormedObject({ ...rule })),
    custodianNames: custodianNames.map((name) => wellFormedObject({ ...name })),
    leaveUnassigned,
  };
}

/** The stored JSON is the code with its details. Where it can't be read, the text says so. */
function reasonOf(item: Item, json: string | null): Pick<ReceiptItem, 'reason' | 'reasonText'> {
  if (item.state === 'handedOver') return { reason: null, reasonText: handedOverText };
  if (json === null || item.reason === null) return { reason: null, reasonText: null };
  const stored = reasonObject.safeParse(parsedJson(json)).data ?? damagedValue(['items.reason', item.id]);
  return {
    reason: reasonObject.parse(wellFormedObject(stored)),
    reasonText: reasonText(item.reason),
  };
}

const none = { items: 0, bytes: 0 };
/** What a receipt says instead of a value that it can't state; null for those that aren't listed, nothing for undefined. */
const unstated = {
  item: { id: 0, path: '', scanned: undefined, findings: undefined },
  sourceFile: { id: 0, created: noTime, files: 0 },
  upload: { created: noTime, databaseId: 0, settings: {} },
  totals: {
    received: none,
    accepted: none,
    handedOver: none,
    skipped: none,
    failed: none,
    held: none,
    pending: none,
  },
} satisfies Readonly<Record<string, object>>;

/**
 * Leaves out what the format has no form for. Lading didn't write such a value: the store was edited or damaged, and its log
 * says what the value was. Anything else that doesn't fit the format is a bug and throws.
 */
function stated<T extends object>(
  schema: z.ZodType<T>,
  instead: Partial<{ [K in keyof T]: T[K] | undefined }>,
  record: T,
): T {
  const issues = schema.safeParse(record).error?.issues ?? [];
  if (issues.length === 0) return record;
  const members = new Map(Object.entries(instead));
  const without = issues.map(({ path: [name = ''] }) => String(name));
  const kept = Object.entries({
    ...record,
    ...Object.fromEntries(without.map((name) => [name, members.has(name) ? members.get(name) : null])),
  });
  return schema.parse(Object.fromEntries(kept.filter(([, value]) => value !== undefined)));
}

function numberOf(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
