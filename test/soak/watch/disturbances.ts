import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { faultRules, replaceFile } from '../disturbances.ts';
import type { Random } from '../random.ts';
import type { Rules } from './rules.ts';
import type { Service } from './service.ts';
import type { Tree } from './tree.ts';
import { dropThousands } from './writers.ts';

/** What a round can disturb. */
export interface Setting {
  readonly service: Service;
  readonly rules: Rules;
  readonly trees: readonly Tree[];
  readonly folder: string;
  readonly apiKeys: readonly string[];
  /** kill -9, then a new process with the same data and address. */
  killPlatform(downMs: number): Promise<void>;
  renameDatabase(name: string): Promise<void>;
}

type Disturbance = (setting: Setting, random: Random) => Promise<void>;

/** Each undoes itself, except for a clock, which stays wrong, and the name of the database. */
export const disturbances: Readonly<Record<string, Disturbance>> = {
  'kill the platform': ({ killPlatform }, random) => killPlatform(random.int(0, 3000)),
  'turn the clock': async (setting, random) => turnClock(setting, random),
  'put the computer to sleep': async (setting, random) => {
    const asleep = setting.service.sleep(random.int(500, 8000));
    if (random.chance(0.5)) turnClock(setting, random);
    await asleep;
  },
  'inject faults': async ({ folder }, random) => {
    const file = join(folder, 'faults.json');
    replaceFile(file, JSON.stringify({ seed: random.int(1, 1e6), rules: faultRules(random) }));
    await delay(random.int(1000, 8000));
    replaceFile(file, '[]');
  },
  'refuse the key': async ({ folder, apiKeys }, random) => {
    const file = join(folder, 'faults.json');
    replaceFile(file, JSON.stringify([{ match: {}, fault: { kind: 'status', status: 401 } }]));
    await delay(random.int(500, 3000));
    replaceFile(file, '[]');
    writeFileSync(join(folder, 'key'), random.pick(apiKeys));
  },
  'take a folder away': ({ trees }, random) =>
    random.pick(trees).leave(random.chance(0.5), random.int(200, 8000)),
  'take a permission away': async ({ trees, service }, random) => {
    const tree = random.pick(trees);
    await tree.isThere();
    const path = random.pick(['', ...entriesOf(tree)]);
    if (service.options.user === null || tree.busy.has(path)) return;
    await service.excuse(() => tree.forbid(path, random.int(500, 8000)));
  },
  'fill the disk': async ({ service }, random) => {
    const { disk } = service.options;
    if (!disk.isMounted) return;
    disk.fill();
    await delay(random.int(200, 4000));
    disk.free();
  },
  'break the config': ({ rules, service }, random) =>
    service.excuse(async () => {
      rules.isBroken = true;
      await applied(rules, service, random.int(500, 2000));
      rules.isBroken = false;
      await applied(rules, service, 0);
    }),
  'close a schedule': async ({ rules, service }, random) => {
    const rule = random.pick(rules.rules);
    rule.isClosed = true;
    await applied(rules, service, random.int(500, 10_000));
    rule.isClosed = false;
    await applied(rules, service, 0);
  },
  'remove a rule': async ({ rules, service }, random) => {
    const rule = random.pick(rules.rules);
    rule.isRemoved = true;
    await applied(rules, service, random.int(500, 10_000));
    rule.isRemoved = false;
    await applied(rules, service, 0);
  },
  'rename a rule': async ({ rules, service }, random) => {
    const rule = random.pick(rules.rules);
    const { name } = rule;
    rule.name = `${name} (renamed)`;
    await applied(rules, service, random.int(500, 10_000));
    rule.name = name;
    await applied(rules, service, 0);
  },
  'edit a rule': async ({ rules, service }, random) => {
    rules.repack(random);
    await applied(rules, service, 0);
  },
  'rename the database': ({ rules, service, renameDatabase }, random) =>
    service.excuse(async () => {
      const name = `Doe v. Roe ${random.int(1, 1e6)}`;
      await renameDatabase(name);
      await delay(random.int(500, 10_000));
      rules.confirmDatabase = name;
      await applied(rules, service, 0);
    }),
  'drop thousands of files': async ({ trees }, random) => {
    if (random.chance(0.2)) await dropThousands(random.pick(trees), random);
  },
};

/** Those that end the process. */
export const ends: Readonly<Record<string, Disturbance>> = {
  'kill the service': async ({ service }) => service.kill(),
  'kill it again and again': async ({ service }, random) => {
    for (let times = random.int(2, 6); times > 0; times -= 1) {
      service.kill();
      await delay(random.int(500, 4000));
    }
  },
  'stop the service': ({ service }) => service.stop(),
};

/** None if a folder left while it was read. */
function entriesOf({ path }: Tree): readonly string[] {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return [];
  }
}

async function applied(rules: Rules, service: Service, ms: number): Promise<void> {
  rules.write();
  service.reload();
  await delay(ms);
}

function turnClock({ folder }: Setting, random: Random): void {
  const hours = random.pick([-26, -1, -0.001, 0, 0.001, 1, 30]);
  replaceFile(join(folder, 'clock'), String(hours * 3_600_000));
}
