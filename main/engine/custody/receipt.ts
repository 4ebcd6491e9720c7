/**
 * The content of a receipt: everything received is accepted, handed over, skipped, failed, held or pending, with nothing
 * unexplained.
 */
import { z } from 'zod';
import type { TotalsProblem } from '../../../preload/contract/texts/verify-text.ts';
import { receiptKey, sha256Text } from '../../../preload/contract/views/signing-key.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../types/canonical-json.ts';
import type { ChainedEvent } from '../types/hash-chain.ts';
import { isTime } from '../types/iso-time.ts';
import { createLinesDigest } from './lines-digest.ts';

const count = z.int().nonnegative();
const sha1Hex = z.string().regex(/^[0-9a-f]{40}$/);
const md5Hex = z.string().regex(/^[0-9a-f]{32}$/);
/** ISO 8601 in UTC; file times carry nanoseconds, ours milliseconds. */
const time = z.string().refine(isTime);
/** Seconds since 1970, for a file's time that is outside of the calendar (types/file-time.ts). */
const secondsTime = /^@-?\d+\.\d{9}$/;
const fileTime = z.union([time, z.string().regex(secondsTime)]);
const jsonObject = z.custom<JsonObject>(isJsonObject);
/** A later version may know other codes. */
export const reasonObject = z.custom<JsonObject & { readonly code: string }>(
  (value) => isJsonObject(value) && typeof value['code'] === 'string',
);

/** A later version may know other codes. */
const receiptFinding = z.strictObject({
  code: z.string(),
  details: jsonObject,
  /** In plain English. */
  text: z.string(),
});
export type ReceiptFinding = Readonly<z.infer<typeof receiptFinding>>;

export const itemOutcomes = ['accepted', 'handedOver', 'skipped', 'failed', 'held', 'pending'] as const;
/** handedOver: a link that the platform fetches itself, without a report. held: a person decides, because the outcome is unknown or a rule keeps it. pending: the upload isn't finished. */
export type ItemOutcome = (typeof itemOutcomes)[number];

const receiptOptions = z.strictObject({
  sha1: z.boolean(),
  custodianRules: z.array(jsonObject).readonly(),
  /** One spelling for several. */
  custodianNames: z.array(jsonObject).readonly(),
  /** A person decided to send files without a custodian. */
  leaveUnassigned: z.boolean(),
  /** Which files were to be sent. Absent for all. */
  selection: z.exactOptional(jsonObject),
});

export const receiptUpload = z.strictObject({
  id: z.string(),
  created: time,
  finished: time.nullable(),
  state: z.string(),
  serverUrl: z.string(),
  /** Whether it went to a sandbox, not to a platform that keeps evidence. */
  sandbox: z.boolean(),
  databaseId: z.int(),
  databaseName: z.string(),
  datasetId: z.int().nullable(),
  datasetName: z.string(),
  settings: jsonObject,
  /** The operating system's user. */
  user: z.string(),
  machine: z.strictObject({ hostName: z.string(), platform: z.string() }),
  version: z.string(),
  /** The key's short identifier, its second segment (platform-interface 5). Never the secret. */
  apiKeyId: z.string(),
  /** The chosen files and folders as absolute paths. The `root` of an item is one of them. */
  sources: z.array(z.string()).readonly(),
  options: receiptOptions,
});
export type ReceiptUpload = Readonly<z.infer<typeof receiptUpload>>;

/** What a draft can't change: the first event of its log states it. */
export const createdNames = [
  ...(['id', 'created', 'serverUrl', 'sandbox', 'databaseId', 'databaseName'] as const),
  ...(['user', 'machine', 'version', 'apiKeyId'] as const),
] satisfies readonly (keyof ReceiptUpload)[];
/** What the log states with the inventory. */
export const recordedNames = Object.keys(receiptUpload.omit({ state: true, finished: true }).shape);

export const receiptItem = z.strictObject({
  id: z.int(),
  /** It is null for a link. */
  root: z.string().nullable(),
  /** Below the root, with `/`. For a root that is a file, its name; for a link, the link without its secret. */
  path: z.string(),
  /** The path's bytes if they are not valid Unicode and `path` is for display only. */
  pathBytesHex: z
    .string()
    .regex(/^([0-9a-f]{2})+$/)
    .nullable(),
  /** It is null for a link, and for what could not be read. */
  sizeBytes: count.nullable(),
  modified: fileTime.nullable(),
  custodian: z.string().nullable(),
  /** manual, map, pattern, folder or default. */
  custodianFrom: z.string().nullable(),
  outcome: z.enum(itemOutcomes),
  /** Why it was not accepted: a code with details, and in plain English. */
  reason: reasonObject.nullable(),
  reasonText: z.string().nullable(),
  /** SHA-1 of what was sent, or null for what was not accepted. */
  sha1: sha1Hex.nullable(),
  sha256: sha256Text.nullable(),
  md5: md5Hex.nullable(),
  /** A file in a pack has the pack's. */
  sourceFileId: z.int().nullable(),
  /** The name of the pack that the file was sent in, with its path as it is here. Absent for a file that was sent alone. */
  pack: z.exactOptional(z.string()),
  /** It is null for a file in a pack. */
  partCount: count.nullable(),
  startedAt: time.nullable(),
  /** When the platform accepted it, or took the link. */
  finishedAt: time.nullable(),
  /** Without what follows `?`. */
  link: z.string().nullable(),
  /** The size and time that the log's inventory has, where a retry found others. */
  scanned: z.exactOptional(z.strictObject({ sizeBytes: count.nullable(), modified: fileTime.nullable() })),
  /** What pre-flight found about it, worst first. Absent for nothing. */
  findings: z.exactOptional(z.array(receiptFinding).readonly()),
});
export type ReceiptItem = Readonly<z.infer<typeof receiptItem>>;

/** What the platform accepted: one item, one pack or one link. */
export const receiptSourceFile = z.strictObject({
  id: z.int(),
  kind: z.enum(['item', 'pack', 'link']),
  filename: z.string(),
  /** How many files a pack has. */
  files: z.exactOptional(count),
  sizeBytes: count.nullable(),
  partCount: count.nullable(),
  sha1: sha1Hex.nullable(),
  sha256: sha256Text.nullable(),
  custodian: z.string().nullable(),
  created: time,
  /** It is null for a link: whether the platform could fetch it isn't known. */
  completed: time.nullable(),
  /** What the platform answered, verbatim. */
  state: z.string().nullable(),
});
export type ReceiptSourceFile = Readonly<z.infer<typeof receiptSourceFile>>;

const tally = z.strictObject({ items: count, bytes: count });
export type ReceiptTally = Readonly<z.infer<typeof tally>>;

export const receiptTotals = z.strictObject({
  /** The whole inventory, counted independently of the outcomes. */
  received: tally,
  accepted: tally,
  /** Links: their sizes aren't known, so they count no bytes. */
  handedOver: tally,
  skipped: tally,
  failed: tally,
  held: tally,
  pending: tally,
});
export type ReceiptTotals = Readonly<z.infer<typeof receiptTotals>>;

/** Reads an upload from the store. Nothing is held in memory as a whole, so each call may start a new query. */
export interface ReceiptSource {
  readonly upload: ReceiptUpload;
  totals(): ReceiptTotals;
  /** In a fixed order: by id. */
  items(): Iterable<ReceiptItem>;
  sourceFiles(): Iterable<ReceiptSourceFile>;
  /** The number of the log's last event when the upload was read. */
  readonly asOf: number;
  /** The upload's log from its first event; its last `receipt-issued` is that of this receipt. */
  events(): Iterable<ChainedEvent>;
}

export interface Reconciliation {
  /** Received equals the outcomes, in files and in bytes. */
  readonly isExplained: boolean;
  /** Nothing is pending or held. */
  readonly isSettled: boolean;
  /** Received minus the outcomes. Negative if there are more outcomes than items. */
  readonly unexplained: ReceiptTally;
}

/** `counted`: those of the items. */
export function compareTotals(totals: ReceiptTotals, counted: ReceiptTotals): readonly TotalsProblem[] {
  if (canonicalJson(totals) === canonicalJson(counted)) return [];
  const { isExplained, unexplained } = reconcile(totals);
  return [isExplained ? { code: 'totals-wrong' } : { code: 'totals-unexplained', ...unexplained }];
}

export function reconcile(totals: ReceiptTotals): Reconciliation {
  const { received, ...rest } = totals;
  const parts = Object.values(rest);
  const unexplained = {
    items: received.items - parts.reduce((sum, part) => sum + part.items, 0),
    bytes: received.bytes - parts.reduce((sum, part) => sum + part.bytes, 0),
  };
  const { held, pending } = totals;
  return {
    isExplained: unexplained.items === 0 && unexplained.bytes === 0,
    isSettled: held.items === 0 && pending.items === 0,
    unexplained,
  };
}

/** Counts items as they pass; `received` is their sum. */
export function createTotalsCounter(): {
  readonly add: (item: ReceiptItem) => void;
  readonly totals: () => ReceiptTotals;
} {
  const empty = { items: 0, bytes: 0 };
  const sums = {
    received: { ...empty },
    accepted: { ...empty },
    handedOver: { ...empty },
    skipped: { ...empty },
    failed: { ...empty },
    held: { ...empty },
    pending: { ...empty },
  };
  return {
    add: (item) => {
      for (const sum of [sums.received, sums[item.outcome]]) {
        sum.items += 1;
        sum.bytes += item.sizeBytes ?? 0;
      }
    },
    totals: () => sums,
  };
}

/** The line of an item is its canonical JSON. */
export const itemLine = (item: ReceiptItem): string => canonicalJson(item);
export const sourceFileLine = (file: ReceiptSourceFile): string => canonicalJson(file);

export const receiptIssuedType = 'receipt-issued';

const receiptContent = z.strictObject({
  itemsSha256: sha256Text,
  sourceFilesSha256: sha256Text,
  uploadSha256: sha256Text,
  totals: receiptTotals,
  /** The event up to which the log is in the lists. */
  asOf: count,
});
/** What the log vouches for. */
export type ReceiptContent = Readonly<z.infer<typeof receiptContent>>;

/**
 * The data of the event `receipt-issued`. The engine appends it to the log before writing the receipt, so the log covers
 * everything in the receipt.
 */
export const receiptIssuedData = receiptContent.extend({
  /** It is null if the receipt isn't signed. */
  signingKey: receiptKey.nullable(),
});
export type ReceiptIssued = Readonly<z.infer<typeof receiptIssuedData>>;

export function uploadDigest(upload: JsonValue): string {
  const digest = createLinesDigest();
  digest.add(canonicalJson(upload));
  return digest.hex();
}
