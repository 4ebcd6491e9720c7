import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { InspectedSourceFile, Sandbox } from '../../main/sandbox/index.ts';
import type { Client } from './client.ts';
import type { EvidenceFile } from './evidence.ts';

/** Some 200 MB at rest. Each thread that is not ended costs 10 to 25 MB more. */
const maxPeakBytes = 400_000_000;

/** Everything that must be true of a finished upload. Returns what is not. */
export async function checkUpload(
  client: Client,
  sandbox: Sandbox,
  evidence: readonly EvidenceFile[],
): Promise<readonly string[]> {
  return [
    ...(await checkPlatform(client, sandbox, evidence)),
    ...(await checkReceipt(client, evidence)),
    ...checkSecrets(client, sandbox),
    ...(client.peakBytes > maxPeakBytes ? [`memory: ${Math.round(client.peakBytes / 1e6)} MB`] : []),
  ];
}

/** Nothing lost, doubled, mixed or given to the wrong custodian. */
async function checkPlatform(
  { datasetName }: Client,
  sandbox: Sandbox,
  evidence: readonly EvidenceFile[],
): Promise<readonly string[]> {
  const datasets = (await sandbox.inspect('datasets', { limit: 10_000 })).filter(
    (row) => row.name === datasetName,
  );
  const used: string[] = [];
  const received: string[] = [];
  for (const dataset of datasets) {
    const files = await sandbox.inspect('source-files', { datasetId: dataset.id, limit: 10_000 });
    const complete = files.filter((row) => row.completed !== null);
    if (complete.length > 0) used.push(String(dataset.id));
    received.push(...(await Promise.all(complete.map(describeReceived))));
  }
  return [
    ...(used.length > 1 ? [`files of one upload are in the datasets ${used.join(', ')}`] : []),
    ...compare('the platform', evidence.map(describe), received),
  ];
}

/** The receipt says what is on the disk, and verifies. */
async function checkReceipt(client: Client, evidence: readonly EvidenceFile[]): Promise<readonly string[]> {
  const path = join(client.options.disk.folder, `receipt-${client.options.name}.json`);
  const written = await client.command('receipt', client.uploadId, '--out', path, '--force');
  if (written.code !== 0) return [`lading receipt ended with ${written.code}: ${written.err}`];
  const verified = await client.verify(path);
  if (verified.code !== 0)
    return [`lading verify ended with ${verified.code}: ${verified.out}${verified.err}`];
  const { items } = receiptSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return compare(
    'the receipt',
    evidence.map(describe),
    items.map((item) =>
      item.outcome === 'accepted'
        ? describe({ ...item, isUtf8: item.pathBytesHex === null })
        : `${item.path} is ${item.outcome}`,
    ),
  );
}

const receiptSchema = z.object({
  items: z.array(
    z.object({
      path: z.string(),
      pathBytesHex: z.string().nullable(),
      sizeBytes: z.int(),
      sha1: z.string(),
      custodian: z.string(),
      outcome: z.string(),
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

type Described = Pick<EvidenceFile, 'path' | 'isUtf8' | 'sizeBytes' | 'sha1' | 'custodian'>;

function describe({ path, isUtf8, sizeBytes, sha1, custodian }: Described): string {
  return `${isUtf8 ? path : '(not UTF-8)'}, ${sizeBytes} bytes, SHA-1 ${sha1}, custodian ${custodian}`;
}

async function describeReceived(row: InspectedSourceFile): Promise<string> {
  const hash = createHash('sha1');
  const path = row.assembledPath ?? '';
  await pipeline(createReadStream(path), hash);
  return describe({
    path: row.filename,
    isUtf8: !row.filename.includes('\ufffd') && !/%[0-9A-F]{2}/.test(row.filename),
    sizeBytes: statSync(path).size,
    sha1: hash.digest('hex'),
    custodian: row.custodian ?? '(none)',
  });
}

function compare(where: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of expected) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of found) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts].flatMap(([line, count]) =>
    count === 0 ? [] : [`${where} has ${count > 0 ? 'lost' : `${-count} too many of`}: ${line}`],
  );
}
