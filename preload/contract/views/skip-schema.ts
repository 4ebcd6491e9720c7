import { z } from 'zod';
import { systemFileKind } from './selection-schema.ts';

/** Why a file is skipped: by rule or by choice, which isn't a failure. */
export const skipReasons = {
  'symbolic-link': z.object({}),
  'symbolic-link-loop': z.object({}),
  'symbolic-link-broken': z.object({}),
  'special-file': z.object({}),
  /** Of the data folder, to which a link leads. */
  'lading-file': z.object({}),
  /** A folder that could be read later; its files are items of their own. */
  'folder-rescanned': z.object({ files: z.int().nonnegative() }),
  'skipped-by-person': z.object({}),
  cancelled: z.object({}),
  // The selection (selection.ts)
  deselected: z.object({}),
  /** `pattern`: the first that matches. */
  excluded: z.object({ pattern: z.string() }),
  'not-included': z.object({}),
  'system-file': z.object({ kind: systemFileKind }),
  'excluded-type': z.object({ type: z.string() }),
  'excluded-size': z.object({ minBytes: z.number().nullable(), maxBytes: z.number().nullable() }),
  'excluded-date': z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  'excluded-custodian': z.object({ custodian: z.string().nullable() }),
  /** `list`: the name of the hash set. */
  'known-file': z.object({ list: z.string(), hash: z.string() }),
  /**
   * The file that is kept; `upload` and `at` where an earlier upload sent it. `sha1` instead of `sha256`: skipped by an
   * earlier version, which compared SHA-1.
   */
  duplicate: z.object({
    of: z.string(),
    sha256: z.exactOptional(z.string()),
    sha1: z.exactOptional(z.string()),
    upload: z.string().nullable(),
    at: z.string().nullable(),
  }),
  'already-sent': z.object({ upload: z.string(), at: z.string(), sourceFileId: z.int().nullable() }),
} as const;
