/** The sandbox keeps what it receives on this computer's disk, which may be too small for an upload. */
import { z } from 'zod';
import { formatBytes } from '../texts/format-bytes.ts';

export const sandboxSpace = z.object({
  /** Where the sandbox keeps it. */
  path: z.string(),
  freeBytes: z.number().nonnegative(),
  neededBytes: z.number().nonnegative(),
});
export type SandboxSpace = Readonly<z.infer<typeof sandboxSpace>>;

/** For one that is too small. */
export function sandboxSpaceText({ path, freeBytes, neededBytes }: SandboxSpace): string {
  return `The sandbox keeps what is uploaded to it in ${path}, where ${formatBytes(freeBytes)} are free. This upload has ${formatBytes(neededBytes)}. Free some space, or choose fewer files.`;
}
