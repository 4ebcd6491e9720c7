import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { SandboxForm } from '../options.ts';
import type { DirectoryRepository, NewCustodian } from '../store/directories.ts';
import type { Custodian } from './custodian-columns.ts';
import { CsvProblem, custodiansIn } from './custodian-csv.ts';

export type StagedCsv =
  | { readonly ok: true; readonly ignored: readonly string[] }
  /** Without a problem, the CSV ended early. */
  | { readonly ok: false; readonly problem: CsvProblem | undefined };

const batchSize = 500;

const stagedCustodian = z.object({
  email: z.string().nullable(),
  hrSystemId: z.string().nullable(),
  name: z.string().nullable(),
  fields: z.string(),
});

/**
 * Writes the people of a CSV to a new file, as JSON lines, so that nothing is stored unless every row is valid. Returns the
 * ignored people by user principal name: in the base form, those without email (custodian sync rule 8).
 */
export async function stageCustodians(
  csv: Readable,
  file: string,
  { form, maxBytes }: { readonly form: SandboxForm; readonly maxBytes: number },
): Promise<StagedCsv> {
  const ignored: string[] = [];
  const output = await open(file, 'wx', 0o600);
  try {
    let lines = '';
    let count = 0;
    for await (const custodian of custodiansIn(csv, form, maxBytes)) {
      const { email, userPrincipalName } = custodian;
      if (form === 'base' && email === null && userPrincipalName !== null) {
        ignored.push(userPrincipalName);
        continue;
      }
      lines += `${JSON.stringify(staged(custodian))}\n`;
      count += 1;
      if (count % batchSize !== 0) continue;
      await output.appendFile(lines);
      lines = '';
    }
    await output.appendFile(lines);
    return { ok: true, ignored };
  } catch (error) {
    if (error instanceof CsvProblem) return { ok: false, problem: error };
    if (csv.destroyed) return { ok: false, problem: undefined };
    throw error;
  } finally {
    await output.close();
  }
}

function staged({ email, hrSystemId, name, fields }: Custodian): NewCustodian {
  return { email, hrSystemId, name, fields: JSON.stringify(fields) };
}

/** Between two batches, other requests are answered. */
export async function storeStaged(
  directories: Pick<DirectoryRepository, 'store'>,
  directoryId: number,
  form: SandboxForm,
  file: string,
): Promise<void> {
  const input = await open(file, 'r');
  try {
    let batch: NewCustodian[] = [];
    for await (const line of input.readLines()) {
      batch.push(stagedCustodian.parse(JSON.parse(line)));
      if (batch.length < batchSize) continue;
      directories.store(directoryId, form, batch);
      batch = [];
    }
    directories.store(directoryId, form, batch);
  } finally {
    await input.close();
  }
}
