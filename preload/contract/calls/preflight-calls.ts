/** The window's calls about what pre-flight found. */

import { z } from 'zod';
import { maxPageRows } from '../bounds.ts';
import { finding, severities } from '../views/finding.ts';
import { uploadId } from '../views/ids.ts';
import { itemStates } from '../views/states.ts';
import { command, noValue, query } from './call.ts';
import { granted } from './paths.ts';

const ofUpload = z.object({ uploadId });
const count = z.int().nonnegative();

export const findingFilter = z.object({
  uploadId,
  /** Only these; all when empty. */
  severities: z.array(z.enum(severities)).max(3),
  /** Only these; all when empty. A code that this version doesn't know finds nothing. */
  codes: z.array(z.string().max(50)).max(100),
  /** Part of the path, ignoring case and Unicode forms; '' for all. */
  search: z.string().max(200),
  /** It is null for the worst first. */
  sort: z.object({ column: z.enum(['path', 'size']), descending: z.boolean() }).nullable(),
});
export type FindingFilter = z.infer<typeof findingFilter>;

export const findingQuery = findingFilter.extend({ offset: count, limit: z.int().min(1).max(maxPageRows) });
export type FindingQuery = z.infer<typeof findingQuery>;

const findingRow = z.object({
  finding,
  /** It is null where it is about no file. */
  sizeBytes: count.nullable(),
  /** The state of the file that it is about. */
  state: z.enum(itemStates).nullable(),
});
export type FindingRow = z.infer<typeof findingRow>;

const findingGroup = z.object({
  code: z.string(),
  severity: z.enum(severities),
  findings: count,
  /** Findings about files, and not about folders or what is missing. */
  ofFiles: count,
  /** The size of the files, without those that are skipped. */
  bytes: count,
  /** Findings about files that are skipped. */
  skipped: count,
  /** Findings about files that are sent, and that one of the passwords opens. */
  opened: count,
});
export type FindingGroup = z.infer<typeof findingGroup>;

const findingsView = z.object({
  /** Worst first. */
  groups: z.array(findingGroup),
  /** How the check of the files ended. It is null until it has ended. */
  inspection: z.object({ checked: count, files: count, isSkipped: z.boolean() }).nullable(),
});
export type FindingsView = z.infer<typeof findingsView>;

export const preflightCalls = {
  'preflight.summary': query('engine', ofUpload, findingsView),
  'preflight.findings': query('engine', findingQuery, z.object({ total: count, rows: z.array(findingRow) })),
  /** Ends the check of the files; what it found is kept. Does nothing when it has ended. */
  'preflight.skipChecks': command('engine', ofUpload, noValue),
  /** Every finding that matches, as CSV. */
  'exports.findings': command('engine', findingFilter.extend({ path: granted('save-findings') }), noValue),
} as const;
