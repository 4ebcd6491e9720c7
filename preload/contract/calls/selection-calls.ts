/** The window's calls that choose which files of a draft are sent. */
import { z } from 'zod';
import { alreadySent } from '../views/already-sent.ts';
import { uploadId } from '../views/ids.ts';
import { selectionCodes } from '../views/selection.ts';
import { selection, systemFileKind } from '../views/selection-schema.ts';
import { uploadView } from '../views/views.ts';
import { command, noValue, query } from './call.ts';
import { granted } from './paths.ts';
import { findingFilter } from './preflight-calls.ts';

const count = z.int().nonnegative();
const ofUpload = z.object({ uploadId });
const tally = z.object({ items: count, bytes: count });
const choices = z
  .array(z.object({ id: z.int(), choice: z.enum(['selected', 'deselected']).nullable() }))
  .max(10_000);
const skipped = z.array(tally.extend({ code: z.enum(selectionCodes) }));

export const selectionView = z.object({
  rules: selection,
  /** What the rules and the choices by hand skip. */
  skipped,
  systemFiles: z.array(tally.extend({ kind: systemFileKind })),
  /** Findings, whether they are skipped or not. */
  alreadySent,
  /** Those of `alreadySent` that nothing skips. */
  sentAgain: tally,
  known: tally,
  duplicates: tally,
  mismatches: count,
  /** What a running check has read. It is null if none runs. */
  checking: z.object({ readBytes: count }).nullable(),
});
export type SelectionView = z.infer<typeof selectionView>;

/** A result is null for a check that was not asked for. `unread`: files that couldn't be read. */
export const fileCheckResult = z.object({
  unread: count,
  known: z.object({ list: z.string(), hashes: count, matches: count }).nullable(),
  lists: z
    .object({ lists: count, compared: count, mismatches: count, missing: count, extra: count })
    .nullable(),
});
export type FileCheckResult = z.infer<typeof fileCheckResult>;

export const selectionCalls = {
  'selection.get': query('engine', ofUpload, selectionView),
  /** What rules would do, without applying them. Fails with glob-invalid. */
  'selection.preview': query(
    'engine',
    ofUpload.extend({ rules: selection }),
    z.object({
      queued: tally,
      skipped,
      /** Custodians that the rules name and no file has: probably misspelled. */
      unknownCustodians: z.array(z.string()),
    }),
  ),
  'selection.set': command('engine', ofUpload.extend({ rules: selection }), uploadView),
  /** By hand, for folders with everything below them, and single files. A choice of null leaves them to the rules. */
  'selection.choose': command(
    'engine',
    ofUpload.extend({ folders: choices.default([]), items: choices.default([]) }),
    uploadView,
  ),
  /**
   * By hand, for the files of all findings that match. What is sent already isn't selected, and what is skipped already isn't
   * deselected.
   */
  'selection.chooseFindings': command(
    'engine',
    z.object({ filter: findingFilter, choice: z.enum(['selected', 'deselected']) }),
    uploadView,
  ),
  /** Takes back the last choice by hand, or makes it again. */
  'selection.undo': command('engine', ofUpload.extend({ direction: z.enum(['undo', 'redo']) }), uploadView),
  /** Whether there is a choice by hand to undo, or to redo. */
  'selection.history': query('engine', ofUpload, z.object({ undo: z.boolean(), redo: z.boolean() })),
  /** Reads files. Fails with stopped if it is cancelled. */
  'selection.check': command(
    'engine',
    ofUpload.extend({ duplicates: z.boolean(), hashLists: z.boolean() }),
    fileCheckResult,
  ),
  /** Reads every file, for those on a list of known files' hashes. */
  'selection.checkKnown': command('engine', ofUpload.extend({ path: granted('hash-list') }), fileCheckResult),
  'selection.cancelCheck': command('engine', ofUpload, noValue),
} as const;
