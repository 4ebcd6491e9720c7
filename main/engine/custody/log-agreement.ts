/**
 * Whether everything that a receipt says follows from its log. Someone may have edited the store before the receipt was
 * written. docs/receipts.md says which event covers what.
 *
 * Events first, then items by ID, then source files. Holds a few numbers for each pack and each recorded part of the inventory,
 * and four bytes for a file that was skipped, failed, or needed review.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { LogProblem } from '../../../preload/contract/texts/verify-text.ts';
import { inventoryLine } from '../store/items/listed-item.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../types/canonical-json.ts';
import type { ChainedEvent } from '../types/hash-chain.ts';
import { PackMembersDigest } from '../types/pack-members-digest.ts';
import { createCreatedSourceFiles, isAsCreated, sentCustodian } from './created-source-files.ts';
import { createKeyedSum } from './keyed-sum.ts';
import { createLinesDigest } from './lines-digest.ts';
import {
  createdNames,
  type ReceiptItem,
  type ReceiptSourceFile,
  type ReceiptUpload,
  recordedNames,
} from './receipt.ts';
import { findingsLine } from './receipt-findings.ts';

const id = z.int().nonnegative();
/** A part of the inventory, in the event that recorded it. */
const inventoryPart = z.object({ firstItem: id, lastItem: id, items: id, sha256: z.string() });
const recordedFindings = z.object({ items: id, sha256: z.string() });
const outcome = z
  .object({
    outcome: z.enum(['skipped', 'failed', 'held']),
    reason: z.custom<JsonObject>(isJsonObject).nullable(),
  })
  .nullable();
const outcomeChanges = z.array(
  z.object({ items: z.array(z.tuple([id, id])), now: outcome, was: outcome.optional() }),
);

const identity = z.object({ sizeBytes: z.number().nullable(), modified: z.string().nullable() });
/** The size and time of a file that was queued again, and those that the log had before. */
const identityChange = z.object({ item: id, identity: z.object({ now: identity, was: identity }) });

interface LoggedPack {
  readonly data: JsonObject;
  readonly created: JsonObject;
  readonly at: string;
  /** Those of the receipt, as the event lists them. It is null until there is one. */
  members: PackMembersDigest | null;
  firstItem: number | null;
  isListed: boolean;
}

/** How much of a receipt its log covers. */
export interface LogCoverage {
  /** Items that the log's inventory doesn't have: those of a draft, or of a folder that could only be read later. */
  readonly unlistedItems: number;
  /** Whether what pre-flight found was recorded. */
  readonly hasFindings: boolean;
}

export interface LogAgreement {
  readonly addEvent: (event: Pick<ChainedEvent, 'seq' | 'at' | 'type' | 'data'>) => void;
  readonly addItem: (item: ReceiptItem) => void;
  readonly addSourceFile: (sourceFile: ReceiptSourceFile) => void;
  readonly problems: (upload: ReceiptUpload) => readonly LogProblem[];
  readonly coverage: () => LogCoverage;
}

/** `received`: how many items the receipt has. `asOf`: the event up to which they are as the log says. */
export function createLogAgreement(received: number, asOf: number): LogAgreement {
  const problems = new Set<LogProblem['code']>();
  // What is listed less what is logged.
  const accepted = createKeyedSum();
  const outcomes = createKeyedSum();
  const lastOutcomes = createLastOutcomes();
  const identities = createKeyedSum();
  const inventory: z.infer<typeof inventoryPart>[] = [];
  const createdFiles = createCreatedSourceFiles();
  const packs = new Map<string, LoggedPack>();
  const upload = createUploadFold();
  const foundDigest = createLinesDigest();
  let itemsWithFindings = 0;
  let findings: z.infer<typeof recordedFindings> | null = null;
  /** Where the items are in the inventory. */
  let reading = { part: 0, items: 0, digest: createLinesDigest() };
  let [lastId, unlistedItems] = [0, 0];
  /** No more than a receipt can need: each event may name every item. */
  let rangesLeft = 100 * received + 1_000_000;

  const changeOutcomes = (value: JsonValue): void => {
    const changes = outcomeChanges.safeParse(value).data;
    if (changes === undefined) problems.add('outcomes-not-logged');
    for (const { items, now, was = null } of changes ?? []) {
      const [nowReason, wasReason] = [canonicalJson(now?.reason ?? null), canonicalJson(was?.reason ?? null)];
      const [nowNumber, wasNumber] = [outcomeNumber(now), outcomeNumber(was)];
      for (const [first, last] of items) {
        rangesLeft -= Math.max(0, last - first + 1);
        if (rangesLeft < 0) {
          problems.add('outcomes-not-logged');
          return;
        }
        for (let item = first; item <= last; item += 1) {
          if (lastOutcomes.replace(item, nowNumber) !== wasNumber) problems.add('outcomes-not-logged');
          if (now !== null) outcomes.subtract([item, now.outcome, nowReason]);
          if (was !== null) outcomes.add([item, was.outcome, wasReason]);
        }
      }
    }
  };

  /** Ends a part of the inventory, once its items were read. */
  const endPart = (): void => {
    const { part, items, digest } = reading;
    const recorded = inventory[part];
    if (items !== recorded?.items || digest.hex() !== recorded.sha256) problems.add('inventory-differs');
    reading = { part: part + 1, items: 0, digest: createLinesDigest() };
  };

  const addAccepted = ({ at, type, data }: Pick<ChainedEvent, 'at' | 'type' | 'data'>): void => {
    const isLink = type === 'link-handed-over';
    const logged: JsonObject = isLink ? { ...ofNoLink, ...data } : data;
    const field = (name: string): JsonValue => {
      const value = logged[name];
      if (value === undefined) problems.add('items-not-logged');
      return value ?? null;
    };
    const path = field('path');
    const created = createdFiles.take(data);
    if (type === 'pack-completed') {
      if (typeof path !== 'string' || packs.has(path)) problems.add('packs-not-logged');
      else packs.set(path, { data, created, at, members: null, firstItem: null, isListed: false });
      if (!isAsCreated(created, data)) problems.add('packs-not-logged');
      return;
    }
    if (!isAsCreated(created, data)) problems.add('items-not-logged');
    const facts = [field('sourceFileId'), field('sizeBytes'), field('parts'), field('sha1')];
    const details = [field('sha256'), field('custodian'), field('startedAt')];
    const [kind, became] = isLink ? ['link', 'handedOver'] : ['item', 'accepted'];
    const ofItem = [field('item'), path, at, field('custodianFrom'), field('md5')];
    accepted.subtract([became, ...ofItem, ...facts, ...details]);
    accepted.subtract([kind, field('state'), isLink ? null : at, field('name'), ...facts, ...details]);
  };

  return {
    addEvent: (event) => {
      const { seq, type, data } = event;
      if (seq > asOf) return;
      upload.add(event);
      if (data['changes'] !== undefined) changeOutcomes(data['changes']);
      if (data['identity'] !== undefined) {
        const changed = identityChange.safeParse(data).data;
        if (changed === undefined) problems.add('inventory-differs');
        else {
          const { now, was } = changed.identity;
          identities.subtract([changed.item, now.sizeBytes, now.modified]);
          identities.add([changed.item, was.sizeBytes, was.modified]);
        }
      }
      if (type === 'source-file-created') createdFiles.add(data);
      if (type === 'pack-members-recorded') createdFiles.addMembers(data);
      if (type === 'source-file-completed' || type === 'pack-completed' || type === 'link-handed-over')
        addAccepted(event);
      if (type === 'findings-changing') findings = null;
      if (type === 'findings-recorded') {
        findings = recordedFindings.safeParse(data).data ?? null;
        if (findings === null) problems.add('findings-not-logged');
      }
      if (type !== 'inventory-recorded') return;
      const recorded = inventoryPart.safeParse(data).data;
      if (recorded === undefined || recorded.firstItem <= (inventory.at(-1)?.lastItem ?? 0))
        problems.add('inventory-differs');
      else inventory.push(recorded);
    },
    addItem: (item) => {
      const { id, outcome: became, pack, sourceFileId, finishedAt, startedAt, reason } = item;
      if (id <= lastId) problems.add('inventory-differs');
      lastId = id;
      while ((inventory[reading.part]?.lastItem ?? id) < id) endPart();
      const recorded = inventory[reading.part];
      const isListed = recorded !== undefined && recorded.firstItem <= id;
      if (isListed) {
        reading.digest.add(inventoryLine(item.scanned === undefined ? item : { ...item, ...item.scanned }));
        reading.items += 1;
      } else if (recorded !== undefined || item.scanned !== undefined) problems.add('inventory-differs');
      else unlistedItems += 1;
      if (item.scanned !== undefined) {
        identities.add([id, item.sizeBytes, item.modified]);
        identities.subtract([id, item.scanned.sizeBytes, item.scanned.modified]);
      }
      if (isListed && item.findings !== undefined) {
        foundDigest.add(findingsLine(id, item.findings));
        itemsWithFindings += 1;
      }
      if (isListed && (became === 'skipped' || became === 'failed' || became === 'held'))
        outcomes.add([id, became, canonicalJson(reason)]);
      if (became !== 'accepted' && became !== 'handedOver') {
        if (hasDetails(item) || (became === 'pending' && reason !== null)) problems.add('items-not-logged');
        return;
      }
      const { path, sizeBytes, partCount, sha1, sha256, md5, custodian, custodianFrom } = item;
      if (reason !== null) problems.add('items-not-logged');
      if (pack !== undefined) {
        const logged = packs.get(pack);
        if (logged === undefined || partCount !== null || became !== 'accepted')
          problems.add('items-not-logged');
        if (logged === undefined) return;
        const { data, at, created } = logged;
        const isPacked = data['sourceFileId'] === sourceFileId && at === finishedAt;
        if (!isPacked || data['startedAt'] !== startedAt) problems.add('items-not-logged');
        const sent = sentCustodian(created, path);
        if (sent !== undefined && sent !== custodian) problems.add('items-not-logged');
        logged.firstItem ??= id;
        logged.members ??= new PackMembersDigest();
        logged.members.add({ item: id, path, sizeBytes, sha1, sha256, md5 });
        return;
      }
      accepted.add([
        ...[became, id, path, finishedAt, custodianFrom, md5],
        ...[sourceFileId, sizeBytes, partCount, sha1, sha256, custodian, startedAt],
      ]);
    },
    addSourceFile: (file) => {
      const { id, kind, filename, sizeBytes, partCount, sha1, sha256, custodian } = file;
      const { created, completed, state } = file;
      if (kind === 'pack') {
        const logged = packs.get(filename);
        if (logged === undefined || logged.isListed || !isAsLogged(file, logged))
          problems.add('packs-not-logged');
        if (logged !== undefined) logged.isListed = true;
        return;
      }
      accepted.add([
        ...[kind, state, completed, filename],
        ...[id, sizeBytes, partCount, sha1, sha256, custodian, created],
      ]);
    },
    problems: (listed) => {
      while (reading.part < inventory.length) endPart();
      if (!identities.isZero()) problems.add('inventory-differs');
      if (!outcomes.isZero()) problems.add('outcomes-not-logged');
      if (!accepted.isZero()) problems.add('items-not-logged');
      for (const { data, firstItem, members, isListed } of packs.values()) {
        const isWhole =
          firstItem === data['firstItem'] &&
          members?.count === data['files'] &&
          members?.hex() === data['membersSha256'];
        if (!isWhole) problems.add('items-not-logged');
        if (!isListed) problems.add('packs-not-logged');
      }
      const areFound =
        findings === null || (findings.items === itemsWithFindings && findings.sha256 === foundDigest.hex());
      if (!areFound) problems.add('findings-not-logged');
      if (!upload.agrees(listed)) problems.add('upload-not-logged');
      return [...problems].map((code) => ({ code }));
    },
    coverage: () => ({
      unlistedItems,
      hasFindings: findings !== null,
    }),
  };
}

/** What the log doesn't have about a link. */
const ofNoLink = { parts: null, sha1: null, sha256: null, md5: null };

type Outcome = z.infer<typeof outcome>;

/** Two outcomes may have one number: the sums tell them apart. 0 for none. */
function outcomeNumber(of: Outcome): number {
  return of === null ? 0 : 1 + (hash('sha256', canonicalJson(of), 'buffer').readUInt32LE() % 0xffff_fffe);
}

/** The last outcome of each item, for the order of the log. Numbers are kept in blocks, for the items of a store have high IDs. */
function createLastOutcomes() {
  const blocks = new Map<number, Uint32Array>();
  return {
    /** Returns the number before; 0 without one. */
    replace(item: number, number: number): number {
      const place = Math.floor(item / itemsPerBlock);
      const block = blocks.get(place) ?? new Uint32Array(itemsPerBlock);
      blocks.set(place, block);
      const before = block[item % itemsPerBlock] ?? 0;
      block[item % itemsPerBlock] = number;
      return before;
    },
  };
}
const itemsPerBlock = 64;

function isAsLogged(file: ReceiptSourceFile, { data, at }: LoggedPack): boolean {
  const { id, files = null, sizeBytes, partCount, sha1, sha256, custodian, created, completed } = file;
  const facts: JsonObject = {
    sourceFileId: id,
    files,
    sizeBytes,
    parts: partCount,
    sha1,
    sha256,
    custodian,
    startedAt: created,
    state: file.state,
  };
  return completed === at && Object.entries(facts).every(([name, value]) => data[name] === value);
}

/** What only an accepted item has. */
function hasDetails({
  sourceFileId,
  partCount,
  startedAt,
  finishedAt,
  pack,
  ...hashes
}: ReceiptItem): boolean {
  const { sha1, sha256, md5 } = hashes;
  const details = [sourceFileId, partCount, startedAt, finishedAt, pack ?? null, sha1, sha256, md5];
  return details.some((detail) => detail !== null);
}

type UploadFacts = Partial<Record<keyof ReceiptUpload, JsonValue>>;

/** What the log says of the upload itself. */
function createUploadFold() {
  /** As it was created, and as it was when its inventory was recorded, with what must be there. */
  const stated: { readonly names: readonly string[]; readonly facts: JsonObject }[] = [];
  /** What changed since. */
  const changed: { -readonly [Name in keyof UploadFacts]: UploadFacts[Name] } = {};
  let isCreated = false;
  let state = 'scanning';
  let finished: string | null = null;
  return {
    add: ({ at, type, data }: Pick<ChainedEvent, 'at' | 'type' | 'data'>): void => {
      const upload = isJsonObject(data['upload']) ? data['upload'] : {};
      if (type === 'upload-created') {
        isCreated = true;
        const { serverUrl = null, databaseId = null } = data;
        // What is stated twice is the same in both.
        stated.push({ names: [], facts: { serverUrl, databaseId } }, { names: createdNames, facts: upload });
      }
      if (type === 'upload-recorded') stated.push({ names: recordedNames, facts: upload });
      if (type === 'dataset-created' || type === 'dataset-shared')
        changed.datasetId = data['datasetId'] ?? null;
      if (type === 'database-renamed') changed.databaseName = data['databaseName'] ?? null;
      const next = type === 'scan-finished' ? 'ready' : lifecycle.get(type);
      if (next === undefined || state === 'cancelled') return;
      state = next;
      finished = next === 'finished' ? at : null;
    },
    agrees: (upload: ReceiptUpload): boolean => {
      const listed: JsonObject = upload;
      const isAsStated = stated.every(({ names, facts }) => {
        const now: JsonObject = { ...facts, ...changed };
        return [...names, ...Object.keys(now)].every(
          (name) =>
            now[name] !== undefined && canonicalJson(now[name]) === canonicalJson(listed[name] ?? null),
        );
      });
      return isCreated && isAsStated && upload.state === state && upload.finished === finished;
    },
  };
}

const lifecycle: ReadonlyMap<string, string> = new Map([
  ['upload-started', 'uploading'],
  ...['scanning', 'ready', 'paused', 'finished', 'cancelled'].map(
    (state) => [`upload-${state}`, state] as const,
  ),
]);
