/** The file of `lading watch --config`. */
import { z } from 'zod';
import { watchRule } from './watched-folder.ts';

const maxRules = 500;

export const watchConfigRule = watchRule.extend({
  confirmDatabase: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe("The database's name, needed where this computer's earlier uploads used another database."),
});
export type WatchConfigRule = z.output<typeof watchConfigRule>;

export const watchConfig = z.strictObject({
  $schema: z.string().optional().describe('For editors: the path of watch-config.schema.json.'),
  watch: z.array(watchConfigRule).min(1).max(maxRules).describe('One rule for each watched folder.'),
});

/** What resources/service/watch-config.schema.json holds, for editors. */
export function watchConfigJsonSchema(): unknown {
  return { title: 'Lading watched folders', ...z.toJSONSchema(watchConfig, { io: 'input' }) };
}
