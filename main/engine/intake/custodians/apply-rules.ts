import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import type {
  CustodianRepository,
  FileRuleChange,
  RuledFile,
  RuledFolder,
} from '../../store/custodians/custodian-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { RuleCustodian } from '../../types/custodian-rule.ts';
import type { UploadId } from '../../types/ids.ts';
import { firstSegmentName } from '../../types/segments.ts';
import { clearFindings } from '../selection/clear-findings.ts';
import {
  arrivingCustodians,
  type CompiledRules,
  custodianOf,
  mayNameFiles,
  ownCustodians,
} from './custodian-of.ts';

/** Some 15 ms of work, then others have their turn. */
const foldersPerTurn = 500;
const filesPerTurn = 2_000;

/**
 * Gives every folder the custodian that the rules name, and every file that a rule names apart from its folder. In turns,
 * so that the event loop stays free over a million files; the same rules applied again change nothing. Returns whether it
 * came to the end. What a kill or a power cut interrupts is done again from its start.
 */
export async function applyRules(
  writes: Pick<WriteBatcher, 'recomputable'>,
  custodians: CustodianRepository,
  uploadId: UploadId,
  rules: CompiledRules,
  signal: AbortSignal,
): Promise<boolean> {
  for (let after = 0; ; ) {
    const folders = custodians.folders(uploadId, after, foldersPerTurn);
    writes.recomputable(() => {
      for (const folder of folders) applyToFolder(custodians, rules, folder);
    });
    await nextTurn();
    if (signal.aborted) return false;
    const named = folders.filter(({ path, root }) => mayNameFiles(rules, path, root));
    if (!(await applyToFiles(writes, custodians, rules, named, signal))) return false;
    const last = folders.at(-1);
    if (last === undefined) return true;
    after = last.id;
  }
}

const setsPerTurn = 200;

/**
 * Gives each set of segments one custodian: what the rules say of its first segment, whether or not that one is there. Finds
 * the sets for which they name two. After `applyRules`, and after the sets were found. Returns whether it came to the end.
 */
export async function nameSegments(
  writes: WriteBatcher,
  repositories: Repositories,
  uploadId: UploadId,
  rules: CompiledRules,
  signal: AbortSignal,
): Promise<boolean> {
  const { custodians, findings } = repositories;
  await clearFindings({ writes, repositories, uploadId }, ['segment-custodians']);
  for (let after = 0; ; ) {
    if (signal.aborted) return false;
    const sets = custodians.segmentSets(uploadId, after, setsPerTurn);
    const changes: FileRuleChange[] = [];
    const split: NewFinding[] = [];
    for (const { id: itemId, folder, first, files } of sets) {
      const ruleOf = ownCustodians(rules, folder.path, folder.root);
      const found = ruleOf(firstSegmentName(first));
      for (const file of files) if (differs(file, found)) changes.push({ id: file.id, found });
      const custodianBy = (rule: RuleCustodian | null) => rule?.custodian ?? folder.custodian;
      const custodian = custodianBy(found);
      const other = files.find(({ name }) => custodianBy(ruleOf(name)) !== custodian);
      if (other === undefined) continue;
      const details = { custodian, segment: other.name, other: custodianBy(ruleOf(other.name)) };
      split.push({ code: 'segment-custodians', itemId, path: null, details });
    }
    writes.recomputable(() => {
      custodians.setFileRules(changes);
      findings.add(uploadId, split);
    });
    const last = sets.at(-1);
    if (last === undefined) return true;
    after = last.id;
    await nextTurn();
  }
}

/** After a scan, which named folders: the files that rules name apart from their folder. */
export async function nameFiles(
  writes: Pick<WriteBatcher, 'recomputable'>,
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

/** Whether it came to the end. A turn may have the files of many small folders. */
async function applyToFiles(
  writes: Pick<WriteBatcher, 'recomputable'>,
  custodians: CustodianRepository,
  rules: CompiledRules,
  folders: readonly RuledFolder[],
  signal: AbortSignal,
): Promise<boolean> {
  let changes: FileRuleChange[] = [];
  let seen = 0;
  const store = (): void => {
    if (changes.length > 0) writes.recomputable(() => custodians.setFileRules(changes));
    changes = [];
    seen = 0;
  };
  for (const folder of folders) {
    const ruleOf = arrivingCustodians(rules, folder.path, folder.root);
    for (let after: number | null = 0; after !== null; ) {
      const files = custodians.files(folder.id, after, filesPerTurn);
      for (const file of files) {
        const found = ruleOf(file.name);
        if (differs(file, found)) changes.push({ id: file.id, found });
      }
      after = files.length < filesPerTurn ? null : (files.at(-1)?.id ?? null);
      seen += files.length;
      if (seen < filesPerTurn) continue;
      store();
      await nextTurn();
      if (signal.aborted) return false;
    }
  }
  store();
  return true;
}

function differs(now: Pick<RuledFile, 'custodian' | 'from'>, found: RuleCustodian | null): boolean {
  return now.custodian !== (found?.custodian ?? null) || now.from !== (found?.from ?? null);
}
