import { z } from 'zod';

/** A table of a screen, for a spreadsheet. */
export const csvTable = z.object({
  columns: z.array(z.string().max(200)).min(1).max(60),
  rows: z
    .array(
      z.array(z.union([z.string().max(20_000), z.number().min(-Number.MAX_SAFE_INTEGER), z.null()])).max(60),
    )
    .max(100_000),
});
