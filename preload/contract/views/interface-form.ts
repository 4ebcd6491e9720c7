/** The platform's interface has a base and an extended form; the extended one has more operations, fields and settings. */
import { z } from 'zod';

export const interfaceForm = z.enum(['base', 'extended']);
export type InterfaceForm = z.infer<typeof interfaceForm>;

/** A platform doesn't say which form it has. */
export const connectionForm = z.object({
  form: interfaceForm,
  /**
   * `found`: an answer had a field of the extended form. `chosen`: by a person. `assumed`: the base form, because no answer
   * had such a field and nobody chose.
   */
  basis: z.enum(['found', 'chosen', 'assumed']),
});
export type ConnectionForm = z.infer<typeof connectionForm>;
