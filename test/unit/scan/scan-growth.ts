import { setTimeout as delay } from 'node:timers/promises';
import { scan } from '../../../main/engine/intake/scan.ts';

/** Scans argv[2], then argv[3], and prints by how much the peak of resident memory rose for the second. */
const [first = '', second = ''] = process.argv.slice(2);

async function filesIn(folder: string): Promise<number> {
  const result = await scan([folder], {}, async () => {
    // A consumer that is slower than the scan: what it does not take must not pile up.
    await delay(2);
  });
  return result.ok ? result.value.files : -1;
}

for (let round = 0; round < 3; round += 1) await filesIn(first);
const before = process.resourceUsage().maxRSS;
const files = await filesIn(second);
const grownMiB = (process.resourceUsage().maxRSS - before) / 1024;
process.stdout.write(JSON.stringify({ files, grownMiB }));
