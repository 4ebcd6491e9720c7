/** A selection as a schema. Only what parses messages needs it at run time; everything else imports `selection.ts`. */
import { z } from 'zod';
import {
  maxGlobLength,
  maxGlobs,
  maxNameLength,
  maxNames,
  type Selection,
  systemFileKinds,
} from './selection.ts';

export const systemFileKind = z.enum(systemFileKinds);
const glob = z.string().min(1).max(maxGlobLength);
const globs = z.array(glob).max(maxGlobs);
const names = z.array(z.string().min(1).max(maxNameLength)).max(maxNames);
const bytes = z.int().nonnegative();
/** A day in UTC. */
const day = z.iso.date().max(10);

export const selection: z.ZodType<Selection> = z.object({
  include: globs,
  exclude: globs,
  matchCase: z.boolean(),
  types: names,
  notTypes: names,
  minBytes: bytes.nullable(),
  maxBytes: bytes.nullable(),
  modifiedFrom: day.nullable(),
  modifiedTo: day.nullable(),
  custodians: names,
  notCustodians: names,
  systemFiles: z.array(systemFileKind).max(systemFileKinds.length),
  skipKnown: z.boolean(),
  skipDuplicates: z.boolean(),
  onlyNew: z.boolean(),
});
