import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, FaultRule } from '../../main/sandbox/index.ts';
import { errnoOf } from '../../preload/contract/failures/errno.ts';
import type { Client } from './client.ts';
import { type EvidenceFile, rewriteInPlace } from './evidence.ts';
import type { Random } from './random.ts';
import type { Root } from './root.ts';

/** What a round can disturb. */
export interface Setting {
  readonly clients: readonly Client[];
  readonly roots: readonly Root[];
  /** Of each client. */
  readonly evidence: readonly (readonly EvidenceFile[])[];
  readonly faultsFile: string;
  readonly clockFile: string;
  readonly log: (line: string) => void;
  /** kill -9, then a new process with the same data and address. */
  killPlatform(downMs: number): Promise<void>;
}

/** Each undoes itself, except for a clock, which stays wrong. */
export type Disturbance = (setting: Setting, random: Random) => Promise<void>;

export const disturbances: Readonly<Record<string, Disturbance>> = {
  'kill the client': async ({ clients }, random) => random.pick(clients).kill(),
  'interrupt the client': async ({ clients }, random) => random.pick(clients).interrupt(),
  'change the key': async ({ clients }, random) => random.pick(clients).changeKey(),
  'kill the platform': ({ killPlatform }, random) => killPlatform(random.int(0, 3000)),
  'turn the clock': async ({ clockFile }, random) => {
    const hours = random.pick([-26, -1, -0.001, 0, 0.001, 1, 30]);
    replaceFile(clockFile, String(hours * 3_600_000));
  },
  'inject faults': async ({ faultsFile }, random) => {
    replaceFile(faultsFile, JSON.stringify({ seed: random.int(1, 1e6), rules: faultRules(random) }));
    await delay(random.int(1000, 8000));
    replaceFile(faultsFile, '[]');
  },
  'take a root away': async ({ roots, log }, random) => {
    const root = random.pick(roots);
    log(`  ${root.path}`);
    root.leave();
    await delay(random.int(200, 6000));
    root.comeBack();
  },
  'rewrite a file in place': async ({ clients, evidence }, random) => {
    const at = random.int(0, clients.length - 1);
    // Large ones: what is sent in a moment is seldom written to meanwhile.
    const largest = [...(evidence[at] ?? [])]
      // Node sets other times before 1970 than it is told.
      .filter(({ seconds }) => seconds >= 0)
      .sort((one, other) => other.sizeBytes - one.sizeBytes);
    const file = random.pick(largest.slice(0, 6));
    const client = clients[at];
    if (client === undefined || client.isFinished) return;
    client.mayFail = true;
    try {
      await rewriteInPlace(file, random);
    } catch (error) {
      // Its root is away.
      if (errnoOf(error) !== 'ENOENT') throw error;
    }
  },
  'a line that breaks': async ({ faultsFile }, random) => {
    const reset: Fault = { kind: 'reset', afterBytes: random.pick([20_000, 100_000, 200_000]) };
    replaceFile(faultsFile, JSON.stringify([{ match: { put: true }, fault: reset }]));
    await delay(random.int(3000, 20_000));
    replaceFile(faultsFile, '[]');
  },
  'fill the disk': async ({ clients }, random) => {
    const { disk } = random.pick(clients).options;
    if (!disk.isMounted) return;
    disk.fill();
    await delay(random.int(200, 4000));
    disk.free();
  },
};

const faults: readonly Fault[] = [
  { kind: 'drop-before' },
  { kind: 'drop-during' },
  { kind: 'drop-after' },
  { kind: 'reset', afterBytes: 30_000 },
  { kind: 'stall', ms: 2000 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, retryAfter: 1 },
  { kind: 'status', status: 429, retryAfter: 'date' },
  { kind: 'html' },
  { kind: 'expired-url' },
  { kind: 'lost-answer' },
  { kind: 'wrong-etag' },
  { kind: 'slow', bytesPerSecond: 200_000 },
  { kind: 'truncated-json' },
  { kind: 'delay', ms: 700 },
];

export function faultRules(random: Random): readonly FaultRule[] {
  return Array.from({ length: random.int(1, 4) }, () => ({
    match: random.pick([{}, { put: true }, { put: false }]),
    probability: random.pick([0.05, 0.3, 1]),
    fault: random.pick(faults),
  }));
}

/** Readers see the old content or the new, never half of it. */
export function replaceFile(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}
