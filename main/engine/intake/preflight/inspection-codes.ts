import type { FindingCode, Found } from '../../../../preload/contract/views/finding.ts';

/** What the inspection of a single file may find. Later steps compare files, and find the rest. */
export const inspectionCodes = [
  'unreadable',
  'locked',
  'changed',
  'too-large',
  'cloud-only',
  'empty',
  'only-zeros',
  'one-byte',
  'one-byte-sampled',
  'unknown-content',
  'path-too-long',
  'name-reserved',
  'name-invalid',
  'name-misleading',
  'time-implausible',
  'type-mismatch',
  'container',
  'encrypted',
  'damaged',
  'container-entries',
  'nested-containers',
  'hash-list',
  'imaging-log',
  'check-exceeded',
  'not-checked',
] as const satisfies readonly FindingCode[];

export type InspectionFound = Extract<Found, { readonly code: (typeof inspectionCodes)[number] }>;

/** A file is inspected again after an interruption if it couldn't be read, or if later steps add to what was found. */
export const uncertainCodes: ReadonlySet<FindingCode> = new Set<InspectionFound['code']>([
  'unreadable',
  'locked',
  'changed',
  'not-checked',
  'hash-list',
  'imaging-log',
]);
