import { z } from 'zod';
import type { ProfileChange, RunProfile } from '../../../preload/contract/texts/verify-text.ts';
import { sha256Text } from '../../../preload/contract/views/signing-key.ts';
import type { ChainedEvent } from '../types/hash-chain.ts';

/** Earlier versions recorded no profile. */
const started = z.object({ profile: z.string(), profileSha256: sha256Text });

/** Whether the runs of an upload used the same interface profile, by its log. */
export function createRunProfiles() {
  let last: RunProfile | null = null;
  let change: ProfileChange | null = null;
  return {
    add({ seq, type, data }: Pick<ChainedEvent, 'seq' | 'type' | 'data'>): void {
      const run = type === 'upload-started' && change === null ? started.safeParse(data).data : undefined;
      if (run === undefined) return;
      const from = last;
      last = { name: run.profile, sha256: run.profileSha256 };
      // The name is in the file.
      if (from !== null && from.sha256 !== last.sha256) change = { seq, from, to: last };
    },
    change: (): ProfileChange | null => change,
  };
}
