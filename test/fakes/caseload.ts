/** Years of uploads by a litigation-support team. Invented like the sample matter, and the same in every run. */

import type { ItemState, UploadState } from '../../main/engine/index.ts';
import { type Failure, failure, type Reason } from '../../preload/contract/failures/failure.ts';
import type { FileRun, PastUpload } from './past-uploads.ts';

type Matter = PastUpload['database'];

const databases: readonly [Matter, ...Matter[]] = [
  { id: 2001, name: 'Ostrel v. Larkmoor' },
  { id: 2002, name: 'Brinmark warranty claims' },
  { id: 2011, name: 'Halden estate' },
  { id: 2012, name: 'Quillon inquiry' },
  { id: 2013, name: 'Ferrand Shipping' },
  { id: 2014, name: 'Tidewell recall' },
];

const people = [
  'Ng, Ana',
  'Roe, Sam',
  'Жукова, Ирина',
  'Aune, Peder',
  'Одинцов, Павел',
  'Castell, Inés',
] as const;

interface EvidenceKind {
  readonly label: string;
  /** Collected from one custodian, whose name is part of the upload's name. */
  readonly isPersonal: boolean;
  readonly folder: string;
  readonly name: string;
  readonly files: readonly [min: number, max: number];
  readonly bytes: readonly [min: number, max: number];
}

/** The kinds of evidence, with their numbers of files and file sizes. */
const kinds: readonly [EvidenceKind, ...EvidenceKind[]] = [
  kind('file share', 'Share', 'document %05d.docx', [900, 9000], [2e4, 4e6]),
  { ...kind('laptop', 'Image', 'disk.E%02d', [12, 90], [1.9e9, 2e9]), isPersonal: true },
  { ...kind('mailbox', 'Mail', 'mailbox %02d.pst', [1, 6], [4e8, 9e9]), isPersonal: true },
  { ...kind('phone', 'Phone', 'backup %02d.zip', [1, 4], [2e9, 6e10]), isPersonal: true },
  kind('scanned binders', 'Scans', 'page %05d.tif', [300, 5200], [4e4, 9e5]),
  kind('chat export', 'Chats', 'channel %03d.json', [20, 400], [9e3, 6e6]),
  kind('board papers', 'Board', 'minutes %03d.pdf', [40, 380], [8e4, 9e6]),
  kind('finance exports', 'Finance', 'ledger %04d.xlsx', [60, 700], [3e4, 2e7]),
  kind('production VOL001', 'VOL001', 'OST-%06d.tif', [2000, 9000], [3e4, 3e5]),
];

function kind(
  label: string,
  folder: string,
  name: string,
  files: EvidenceKind['files'],
  bytes: EvidenceKind['bytes'],
): EvidenceKind {
  return { label, isPersonal: false, folder, name, files, bytes };
}

const diskFull = failure('disk-full', { path: '/home/dana/.local/state/lading/lading.db' }).failure;

export interface CaseloadOptions {
  readonly uploads: number;
  readonly until: Date;
  /** A fraction of the usual number of files, if only the list of uploads matters. */
  readonly filesShare: number;
}

const hourMs = 3_600_000;

/** Oldest first. */
export function caseload({ uploads, until, filesShare }: CaseloadOptions): readonly PastUpload[] {
  const next = seededRandom(412);
  let atMs = until.getTime();
  const load = Array.from({ length: uploads }, (_, ago) => {
    atMs -= (24 + next(60)) * hourMs;
    return upload(ago, new Date(inOfficeHours(atMs, next)), filesShare, next);
  });
  return load.reverse();
}

function inOfficeHours(atMs: number, next: Random): number {
  return atMs - (atMs % (24 * hourMs)) + 8 * hourMs + next(10 * hourMs);
}

function upload(ago: number, createdAt: Date, filesShare: number, next: Random): PastUpload {
  const kind = one(kinds, next);
  const database = one(databases, next);
  const person = one(people, next);
  const number = String((10_411 - ago) % 10_000).padStart(4, '0');
  const files = Math.max(1, Math.round(between(kind.files, next) * filesShare));
  const outcome = outcomeOf(ago, files, next);
  const bytes = files * ((kind.bytes[0] + kind.bytes[1]) / 2);
  // At about 50 MB/s and 8 files per second.
  const tookMs = 20_000 + bytes / (40_000 + next(20_000)) + files * 125;
  return {
    name: kind.isPersonal
      ? `EV-${number} ${person.split(',')[0]} ${kind.label}`
      : `EV-${number} ${kind.label}`,
    database,
    source: `/evidence/EV-${number}`,
    state: outcome.state,
    createdAt,
    finishedAt: outcome.state === 'finished' ? new Date(createdAt.getTime() + tookMs) : null,
    stoppedBy: outcome.stoppedBy,
    runs: runsOf(outcome.counts, {
      folder: `${person}/${kind.folder}`,
      custodian: person,
      name: kind.name,
      leastBytes: kind.bytes[0],
      mostBytes: kind.bytes[1],
    }),
  };
}

type Counts = Readonly<Partial<Record<ItemState, number>>>;

interface Outcome {
  readonly state: UploadState;
  readonly stoppedBy: Failure | null;
  readonly counts: Counts;
}

/** Most uploads end with everything accepted. The others follow from `ago`, so that the newest show every outcome. */
function outcomeOf(ago: number, files: number, next: Random): Outcome {
  const ended = (counts: Counts): Outcome => ({ state: 'finished', stoppedBy: null, counts });
  const some = Math.min(files - 1, 1 + next(4));
  if (ago === 1 || ago === 118) return { state: 'paused', stoppedBy: null, counts: halfOf(files) };
  if (ago === 6) return { state: 'paused', stoppedBy: diskFull, counts: halfOf(files) };
  if (ago % 37 === 9) return { state: 'cancelled', stoppedBy: null, counts: halfOf(files) };
  if (ago % 23 === 11) return ended({ skipped: files });
  if (ago % 7 === 3 && some > 0) return ended({ accepted: files - some, failed: some });
  if (ago % 5 === 2 && some > 0) return ended({ accepted: files - some, skipped: some });
  return ended({ accepted: files });
}

function halfOf(files: number): Counts {
  const uploaded = Math.floor(files * 0.58);
  return { accepted: uploaded, queued: files - uploaded };
}

const reasons: Partial<Record<ItemState, Reason>> = {
  failed: { code: 'path-unreadable', errno: 'EIO' },
  skipped: { code: 'symbolic-link' },
};

function runsOf(
  counts: Counts,
  run: Pick<FileRun, 'folder' | 'custodian' | 'name' | 'leastBytes' | 'mostBytes'>,
): readonly FileRun[] {
  let firstNumber = 1;
  return states.flatMap((state) => {
    const files = counts[state] ?? 0;
    if (files === 0) return [];
    const reason = reasons[state];
    const fileRun = { ...run, files, firstNumber, state, ...(reason === undefined ? {} : { reason }) };
    firstNumber += files;
    return [state === 'skipped' ? { ...fileRun, leastBytes: 0, mostBytes: 0 } : fileRun];
  });
}

const states: readonly ItemState[] = ['accepted', 'queued', 'skipped', 'failed'];

type Random = (below: number) => number;

/** Pseudo-random numbers, the same in every run. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * below);
  };
}

function one<Choice>(choices: readonly [Choice, ...Choice[]], next: Random): Choice {
  return choices[next(choices.length)] ?? choices[0];
}

function between([min, max]: readonly [number, number], next: Random): number {
  return min + next(max - min + 1);
}
