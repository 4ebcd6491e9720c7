/** Four files and a sandbox, for one file of tests. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import * as words from '../../main/cli/words/uploads.ts';
import { type FaultRule, type InspectedSourceFile, startSandbox } from '../../main/sandbox/index.ts';
import { type CommandResult, jsonLines, type RunOptions } from './command.ts';

export const files: Readonly<Record<string, Buffer>> = {
  'Smith/mail.pst': randomBytes(3_000_000),
  'Smith/notes/今日.txt': Buffer.from('今日は'),
  'Jones/empty.txt': Buffer.alloc(0),
  'Jones/disk.E01': randomBytes(12_000_000),
};

/** Makes them. They end with the last test of the file that calls it. */
export async function makeUploadEvidence() {
  const dir = mkdtempSync(join(tmpdir(), 'lading-upload-'));
  const evidence = join(dir, 'evidence');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(evidence, name, '..'), { recursive: true });
    writeFileSync(join(evidence, name), content);
  }
  const faultsFile = join(dir, 'faults.json');
  function writeFaults(rules: readonly FaultRule[]): void {
    writeFileSync(`${faultsFile}.new`, JSON.stringify(rules));
    renameSync(`${faultsFile}.new`, faultsFile);
  }
  writeFaults([]);
  const sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0, faultsFile });
  afterAll(async () => {
    await sandbox.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  function options(key = sandbox.apiKey): RunOptions {
    return { env: { LADING_API_KEY: key, LADING_SERVER: sandbox.url }, cwd: dir };
  }

  /** No upload ends until `releaseUploads`: all parts are sent, and no file is completed. Or another operation fails until then. */
  function holdUploads(
    operation: 'PostSourceFilePart' | 'PostSourceFile' | 'GetDatabase' = 'PostSourceFile',
  ): void {
    const fault = { kind: 'status', status: 503, retryAfter: 1 } as const;
    writeFaults([{ match: { operation }, fault }]);
  }

  function releaseUploads(): void {
    writeFaults([]);
  }

  function uploadArgs(state: string, dataset: string, ...more: readonly string[]): string[] {
    const where = ['--database', String(sandbox.databaseId), '--dataset', dataset, '--state', state];
    return ['upload', 'evidence', ...where, ...more];
  }

  /** A command that is killed before it has recorded its dataset leaves an empty one of that name. */
  async function receivedIn(dataset: string): Promise<readonly InspectedSourceFile[]> {
    const all = await sandbox.inspect('datasets');
    const found = all.filter((one) => one.name === dataset);
    const received = found.map(({ id }) => sandbox.inspect('source-files', { datasetId: id }));
    return (await Promise.all(received)).flat();
  }

  /** Every file once, byte for byte. */
  async function expectWhole(dataset: string): Promise<void> {
    const received = await receivedIn(dataset);
    expect(received.map((one) => basename(one.filename)).sort()).toEqual(
      Object.keys(files)
        .map((name) => basename(name))
        .sort(),
    );
    for (const one of received) {
      const [, content] =
        Object.entries(files).find(([name]) => basename(name) === basename(one.filename)) ?? [];
      expect(readFileSync(one.assembledPath ?? '').equals(content ?? Buffer.from('?'))).toBe(true);
    }
  }

  return {
    dir,
    evidence,
    expectWhole,
    holdUploads,
    options,
    receivedIn,
    releaseUploads,
    sandbox,
    uploadArgs,
  };
}

/** The text after the label of the summary's first line. */
export function acceptedIn(out: string): string {
  const label = words.itemStates.accepted;
  const line = out.split('\n').find((one) => one.startsWith(`${label} `)) ?? '';
  return line.slice(label.length).trim();
}

export function last(ended: CommandResult): Record<string, unknown> | undefined {
  return jsonLines(ended.out).at(-1);
}
