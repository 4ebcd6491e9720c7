import { expect, test } from 'vitest';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { applyScan } from './apply-scan.ts';
import type { FoundFile } from './scan-messages.ts';

test('what was decided about a file before it changed is forgotten', () => {
  const { addRule, inbox, store, watchFiles, ledger } = ledgerOfTest();
  const rule = { id: addRule().id, rootPath: inbox };
  const file: FoundFile = {
    ...{ folder: '', name: 'a.txt', reason: null, wasMoved: false, device: 1n, fileId: 1n, bornNs: 0n },
    ...{ sizeBytes: 1, mtimeNs: 1n },
  };
  const apply = (...found: FoundFile[]) =>
    store.writes.transaction(() => applyScan(watchFiles, rule, { found, gone: [] }, 't'));
  const [, id = 0] = apply({ ...file, name: 'old.txt' }, file).settling;
  const copy = {
    state: 'skipped',
    reason: null,
    kind: 'copy',
    earlierId: 1,
    continuesId: null,
    sha256: 'a'.repeat(64),
  } as const;
  watchFiles.decide(id, copy, 't');
  apply({ ...file, sizeBytes: 2 });
  expect(ledger(rule.id)[1]).toMatchObject({ state: 'settling', kind: 'new', earlierId: null, sha256: null });
});

test('a file that a scan read twice becomes one version', () => {
  const { addRule, inbox, store, watchFiles, sendSettled, ledger } = ledgerOfTest();
  const rule = { id: addRule().id, rootPath: inbox };
  const file: FoundFile = {
    ...{ folder: '', name: 'a.txt', reason: null, wasMoved: false, device: 1n, fileId: 1n, bornNs: 0n },
    ...{ sizeBytes: 1, mtimeNs: 1n },
  };
  const apply = (...found: FoundFile[]) =>
    store.writes.transaction(() => applyScan(watchFiles, rule, { found, gone: [] }, 't'));
  const decision = {
    state: 'settled',
    reason: null,
    kind: null,
    earlierId: null,
    continuesId: null,
    sha256: null,
  } as const;
  for (const id of apply(file, file).settling) watchFiles.decide(id, decision, 't');
  sendSettled(rule.id, () => 'a'.repeat(64));
  const changed = { ...file, sizeBytes: 2, mtimeNs: 2n };
  apply(changed);
  apply(changed, changed);
  expect(ledger(rule.id).map(({ version, state }) => [version, state])).toEqual([
    [1, 'sent'],
    [2, 'settling'],
  ]);
});
