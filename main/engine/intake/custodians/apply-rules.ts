import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CustodianRepository, RuledFile, RuledFolder } from '../../store/custodian-repository.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { RuleCustodian } from '../../types/custodian-rule.ts';
import type { UploadId } from '../../types/ids.ts';
import { type CompiledRules, custodianOf, custodianOfFile, mayNameFiles } from './custodian-of.ts';

/** A transaction of so many rows takes some milliseconds. */
const foldersPerTurn = 500;
const filesPerTurn = 500;

/**
 * Gives every folder the custodian that the rules name, and every file that a rule names apart from its folder. In turns,
 * so that the event loop stays free over a million files; the same rules applied again change nothing. Returns whether it
 * came to the end.
 */
export async function applyRules(
  writes: Pick<WriteBatcher, 'transaction'>,
  custodians: CustodianRepository,
  uploadId: UploadId,
  rules: CompiledRules,
  signal: AbortSignal,
): Promise<boolean> {
  for (let after = 0; ; ) {
    const folders = custodians.folders(uploadId, after, foldersPerTurn);
    writes.transaction(() => {
      for (const folder of folders) applyToFolder(custodians, rules, folder);
    });
    await nextTurn();
    if (signal.aborted) return false;
    let filesThisTurn = 0;
    for (const folder of folders) {
      if (!mayNameFiles(rules, folder.path, folder.root)) continue;
      const files = await applyToFiles(writes, custodians, rules, folder, signal);
      if (files === null) return false;
      filesThisTurn += files;
      if (filesThisTurn < filesPerTurn) continue;
      filesThisTurn = 0;
      await nextTurn();
      if (signal.aborted) return false;
    }
    const last = folders.at(-1);
    if (last === undefined) return true;
    after = last.id;
  }
}

/** After a scan, which named folders: the files that rules name apart from their folder. */
export async function nameFiles(
  writes: Pick<WriteBatcher, 'transaction'>,
  custodians: CustodianRepository,
  uploadId: UploadId,
  rules: CompiledRules,
  signal: AbortSignal,
): Promise<void> {
  if (rules.map !== null || rules.patterns.length > 0)
    await applyRules(writes, custodians, uploadId, rules, signal);
}

function applyToFolder(custodians: CustodianRepository, rules: CompiledRules, folder: RuledFolder): void {
  const found = custodianOf(rules, folder.path, folder.root);
  if (differs(folder, found)) custodians.setFolderRule(folder.id, found);
  if (!mayNameFiles(rules, folder.path, folder.root)) custodians.clearFileRules(folder.id);
}

/** Returns how many files it looked at since the last turn. Null if it was stopped. */
async function applyToFiles(
  writes: Pick<WriteBatcher, 'transaction'>,
  custodians: CustodianRepository,
  rules: CompiledRules,
  folder: RuledFolder,
  signal: AbortSignal,
): Promise<number | null> {
  const ofFolder = custodianOf(rules, folder.path, folder.root);
  for (let after = 0; ; ) {
    const files = custodians.files(folder.id, after, filesPerTurn);
    writes.transaction(() => {
      for (const file of files) {
        const found = ownCustodian(rules, folder, file.name, ofFolder);
        if (differs(file, found)) custodians.setFileRule(file.id, found);
      }
    });
    const last = files.at(-1);
    if (last === undefined || files.length < filesPerTurn) return files.length;
    after = last.id;
    await nextTurn();
    if (signal.aborted) return null;
  }
}

/** What the rules say of a file apart from its folder. Null where the folder's custodian applies. */
export function ownCustodian(
  rules: CompiledRules,
  { path, root }: Pick<RuledFolder, 'path' | 'root'>,
  name: string,
  ofFolder: RuleCustodian | null,
): RuleCustodian | null {
  const found = custodianOfFile(rules, path, name, root);
  const isFolders = found?.custodian === ofFolder?.custodian && found?.from === ofFolder?.from;
  return isFolders ? null : found;
}

function differs(now: Pick<RuledFile, 'custodian' | 'from'>, found: RuleCustodian | null): boolean {
  return now.custodian !== (found?.custodian ?? null) || now.from !== (found?.from ?? null);
}
