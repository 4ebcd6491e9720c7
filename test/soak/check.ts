import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Sandbox } from '../../main/sandbox/index.ts';
import type { Client } from './client.ts';
import type { EvidenceFile } from './evidence.ts';
import { receivedFiles } from './received.ts';

/**
 * Some 200 MB at rest. On a busy computer, threads are slow to start and to end, and more of them run at once (45 were seen, with 747 MB):
 * what they hold is counted apart, and so are they.
 */
const maxPeakBytes = 400_000_000;
const maxThreads = 64;

/** Everything that must be true of a finished upload. Returns what is not. */
export async function checkUpload(
  client: Client,
  sandbox: Sandbox,
  evidence: readonly EvidenceFile[],
): Promise<readonly string[]> {
  const { findings, arrived } = await checkPlatform(client, sandbox, evidence);
  return [
    ...findings,
    ...(await checkReceipt(client, evidence, arrived)),
    ...checkSecrets(client, sandbox),
    ...(client.peakBytesWithoutThreads > maxPeakBytes || client.peakThreads > maxThreads
      ? [`memory: ${Math.round(client.peakBytes / 1e6)} MB, ${client.peakThreads} threads`]
      : []),
  ];
}

/** Nothing lost, doubled, mixed or given to the wrong custodian. */
async function checkPlatform(
  { datasetName }: Client,
  sandbox: Sandbox,
  evidence: readonly EvidenceFile[],
): Promise<{ readonly findings: readonly string[]; readonly arrived: ReadonlyMap<EvidenceFile, string> }> {
  const datasets = (await sandbox.inspect('datasets', { limit: 10_000 }))
    .filter((row) => row.name === datasetName)
    .map(({ id }) => id);
  const received = (await receivedFiles(sandbox)).filter(({ datasetId }) => datasets.includes(datasetId));
  const used = [...new Set(received.map(({ datasetId }) => datasetId))];
  const arrived = new Map<EvidenceFile, string>();
  const left = received.map(describe);
  const lost: EvidenceFile[] = [];
  for (const file of evidence) {
    const sha1 = file.versions.find((version) => left.includes(describe({ ...file, sha1: version })));
    if (sha1 === undefined) lost.push(file);
    else {
      arrived.set(file, sha1);
      left.splice(left.indexOf(describe({ ...file, sha1 })), 1);
    }
  }
  return {
    arrived,
    findings: [
      ...(used.length > 1 ? [`files of one upload are in the datasets ${used.join(', ')}`] : []),
      // One that was written to may have failed; its receipt says so.
      ...lost.filter((file) => !wasRewritten(file)).map((file) => `never arrived: ${file.path}`),
      ...left.map((line) => `the platform has what it shouldn't: ${line}`),
    ],
  };
}

const wasRewritten = ({ versions }: EvidenceFile): boolean => versions.length > 1;

/** The receipt says what arrived and what didn't, and verifies. */
async function checkReceipt(
  client: Client,
  evidence: readonly EvidenceFile[],
  arrived: ReadonlyMap<EvidenceFile, string>,
): Promise<readonly string[]> {
  const path = join(client.options.disk.folder, `receipt-${client.options.name}.json`);
  const written = await client.command('receipt', client.uploadId, '--out', path, '--force');
  if (written.code !== 0) return [`lading receipt ended with ${written.code}: ${written.err}`];
  const verified = await client.verify(path);
  if (verified.code !== 0)
    return [`lading verify ended with ${verified.code}: ${verified.out}${verified.err}`];
  const { items } = receiptSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return compare(
    'the receipt',
    evidence.map((file) => {
      const sha1 = arrived.get(file);
      return sha1 === undefined
        ? `${shown(file.path)} failed: file-changed`
        : describe({ ...file, sha1: client.isHashed ? sha1 : null });
    }),
    items.map((item) =>
      item.outcome === 'accepted'
        ? describe({
            ...item,
            sha1: client.isHashed ? item.sha1 : null,
            path: item.pathBytesHex === null ? item.path : notUtf8,
          })
        : `${item.pathBytesHex === null ? item.path : notUtf8} ${item.outcome}: ${item.reason?.code}`,
    ),
  );
}

const receiptSchema = z.object({
  items: z.array(
    z.object({
      path: z.string(),
      pathBytesHex: z.string().nullable(),
      sha1: z.string().nullable(),
      custodian: z.string(),
      outcome: z.string(),
      reason: z.object({ code: z.string() }).nullable(),
    }),
  ),
});

/** No key in the output, or in any file that Lading keeps. */
function checkSecrets({ options, output }: Client, sandbox: Sandbox): readonly string[] {
  const secrets = Object.values(sandbox.keys).map((key) => key.split('.').at(-1) ?? key);
  const leaks = (text: string) => secrets.some((secret) => text.includes(secret));
  const files = readdirSync(options.stateDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(options.stateDir, name))
    .filter((path) => statSync(path).isFile() && leaks(readFileSync(path, 'latin1')));
  return [...(leaks(output) ? ['a key was printed'] : []), ...files.map((path) => `a key is in ${path}`)];
}

interface Described {
  readonly path: string;
  readonly sha1: string | null;
  readonly custodian: string;
}

/** How such a name reaches the platform and the receipt isn't compared. */
const notUtf8 = '(not UTF-8)';

function describe({ path, sha1, custodian }: Described): string {
  return `${shown(path)}, SHA-1 ${sha1}, custodian ${custodian}`;
}

function shown(path: string): string {
  return path.includes('\ufffd') || /%[0-9A-F]{2}/.test(path) ? notUtf8 : path;
}

function compare(where: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of expected) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of found) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts].flatMap(([line, count]) =>
    count === 0 ? [] : [`${where} has ${count > 0 ? 'lost' : `${-count} too many of`}: ${line}`],
  );
}
