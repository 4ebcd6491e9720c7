import { z } from 'zod';

/** Parts of a container whose absence or damage is named to a person. Words: content-check-text.ts. */
export const containerParts = [
  'header',
  'table-of-contents',
  'end-record',
  'entry',
  'segment-table',
  'checksum',
  'volume',
] as const;
const part = z.enum(containerParts);
const bytes = z.number();

/** Why a file can't be read as what it is. Damage is certain; what is only unusual is a warning. */
export const contentDamageSchema = z.discriminatedUnion('kind', [
  /** The format says how long the file has to be, and it is shorter. */
  z.object({ kind: z.literal('cut-short'), expectedBytes: bytes, foundBytes: bytes }),
  /** It ends without what has to be at its end, so some of it is missing: how much is unknown. */
  z.object({ kind: z.literal('end-missing'), part }),
  /** A stored checksum doesn't fit the bytes. */
  z.object({ kind: z.literal('checksum-mismatch'), part }),
  /** Values contradict each other or the file's size. `position` in bytes. */
  z.object({ kind: z.literal('invalid'), part, position: bytes }),
]);
export type ContentDamage = z.infer<typeof contentDamageSchema>;

/** What a segment of an image states: its number, from 1, and whether another one follows. */
export const statedSegmentSchema = z.object({ number: z.int().positive(), isFollowed: z.boolean() });
export type StatedSegment = Readonly<z.infer<typeof statedSegmentSchema>>;

/** What a person should know about the entries of a container that can be read. `example` is one name. */
export const listingWarningSchema = z.discriminatedUnion('kind', [
  /** `..`, absolute paths, drive letters. */
  z.object({ kind: z.literal('unsafe-paths'), entries: z.number(), example: z.string() }),
  z.object({ kind: z.literal('control-characters'), entries: z.number(), example: z.string() }),
  z.object({ kind: z.literal('duplicate-names'), entries: z.number(), example: z.string() }),
  /** Entries that share bytes: how archive bombs are built. */
  z.object({ kind: z.literal('overlapping-entries'), entries: z.number() }),
  /** Entries that claim to expand more than their compression can. */
  z.object({ kind: z.literal('impossible-sizes'), entries: z.number(), example: z.string() }),
  z.object({ kind: z.literal('high-expansion'), packedBytes: bytes, expandedBytes: bytes }),
  /** Names without a stated encoding that can be read in several ways. `encoding`: in which they are shown. */
  z.object({
    kind: z.literal('doubtful-encoding'),
    entries: z.number(),
    encoding: z.string(),
    example: z.string(),
  }),
  z.object({ kind: z.literal('too-many-folders'), limit: z.number() }),
  z.object({ kind: z.literal('nested-containers'), entries: z.number() }),
]);
export type ListingWarning = z.infer<typeof listingWarningSchema>;
