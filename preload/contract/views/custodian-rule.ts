/** Rules that name custodians by path. */
import { z } from 'zod';

export const maxCustodianChars = 255;
export const maxPatternChars = 1000;
export const maxCustodianRules = 20;
export const maxFolderLevel = 999;

/**
 * A custodian's name as it is stored and sent, from every source of names: without white space around it, and composed
 * (NFC), as macOS's folder names are not. No receipt and no request could hold half a surrogate pair.
 */
export const custodianName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1)
  .max(maxCustodianChars)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'use a name without control characters and half surrogate pairs');

/** The folder at this level below a chosen folder names the custodian; 1 is the first level. */
export const folderRule = z.object({
  kind: z.literal('folder'),
  level: z.int().min(1).max(maxFolderLevel),
});

/** The named group `custodian` of a regular expression over the path names it. */
export const patternRule = z.object({
  kind: z.literal('pattern'),
  pattern: z.string().min(1).max(maxPatternChars),
  ignoreCase: z.boolean(),
});

/** The separators of a CSV, by the names that people give them. */
export const csvSeparators = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type CsvSeparator = keyof typeof csvSeparators;
export const csvSeparator = z.literal(['comma', 'semicolon', 'tab']) satisfies z.ZodType<CsvSeparator>;

/** What decides the rows of a CSV of custodians. */
export const mapIdentity = z.object({
  sha1: z
    .string()
    .max(40)
    .regex(/^[0-9a-f]{40}$/),
  /** The separator that a person named, or with which the paths are there. Missing where the file itself says it. */
  separator: z.exactOptional(csvSeparator),
});
export type MapIdentity = z.infer<typeof mapIdentity>;

/** A CSV of paths and custodians. Its rows are stored once per upload, under their identity. */
export const mapRule = z.object({
  kind: z.literal('map'),
  /** The file's name, without its folder. */
  name: z.string().max(1000),
  ...mapIdentity.shape,
  rows: z.int().nonnegative(),
});
export type MapRule = z.infer<typeof mapRule>;

export const custodianRule = z.discriminatedUnion('kind', [folderRule, patternRule, mapRule]);
export type CustodianRule = z.infer<typeof custodianRule>;

/**
 * A map comes before patterns, and patterns before folder levels, in whatever order they are listed. Among rules of one
 * kind, the first that names a custodian decides.
 */
export const custodianRules = z.array(custodianRule).max(maxCustodianRules).readonly();
export type CustodianRules = z.infer<typeof custodianRules>;

/** One spelling for several: names that the rules or a person gave are replaced. */
export const custodianNames = z
  .array(z.object({ from: z.string().max(maxCustodianChars), to: custodianName }))
  .max(100_000)
  .readonly();
export type CustodianNames = z.infer<typeof custodianNames>;

/** folder:N or regex:RE, as the command line and the rules of watched folders have it. Returns null for anything else. */
export function parseCustodianRule(text: string): CustodianRule | null {
  const pattern = /^regex:(.+)$/s.exec(text)?.[1];
  if (pattern !== undefined)
    return pattern.length > maxPatternChars ? null : { kind: 'pattern', pattern, ignoreCase: false };
  const level = Number(/^folder:([1-9]\d{0,2})$/.exec(text)?.[1] ?? 0);
  return level < 1 || level > maxFolderLevel ? null : { kind: 'folder', level };
}

/** What named an item's custodian. Each overrides those after it. */
export const custodianOrigins = ['manual', 'map', 'pattern', 'folder', 'default'] as const;
export type CustodianOrigin = (typeof custodianOrigins)[number];
