/** Random changes of a small tree, with restarts: in the end the ledger agrees with the folder, and nothing was sent twice. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import { openLedger, until } from '../../../../test/fixtures/watch-ledger.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';

const paths = ['a', 'A', 'b', 'd/a', 'd/b', 'e/f/a'];
const path = fc.constantFrom(...paths);
const step = fc.oneof(
  fc.record({ kind: fc.constant('write'), path, text: fc.constantFrom('one', 'two', 'three', '') }),
  fc.record({ kind: fc.constantFrom('append', 'delete', 'touch', 'move out', 'move in'), path }),
  fc.record({ kind: fc.constantFrom('rename', 'copy', 'copy with times', 'rsync'), path, to: path }),
  fc.record({ kind: fc.constantFrom('restart', 'send', 'rename folder') }),
  { arbitrary: fc.record({ kind: fc.constant('quiet') }), weight: 2 },
);
type Step = {
  readonly kind: string;
  readonly path?: string;
  readonly to?: string;
  readonly text?: string;
};

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Does what can be done: a step whose file isn't there does nothing. */
function change(inbox: string, outside: string, { kind, path: from = '', to = from, text = '' }: Step): void {
  const file = join(inbox, from);
  const target = join(inbox, to);
  const away = join(outside, from.replaceAll('/', '-'));
  const isThere = existsSync(file);
  mkdirSync(dirname(kind === 'write' || kind === 'move in' ? file : target), { recursive: true });
  if (kind === 'write') writeFileSync(file, text);
  else if (kind === 'move in' && existsSync(away)) renameSync(away, file);
  else if (kind === 'rename folder' && existsSync(join(inbox, 'd')) && !existsSync(join(inbox, 'e')))
    renameSync(join(inbox, 'd'), join(inbox, 'e'));
  if (!isThere || from === '') return;
  if (kind === 'append') appendFileSync(file, 'more');
  else if (kind === 'delete') rmSync(file);
  else if (kind === 'touch') utimesSync(file, 1_000, 1_000);
  else if (kind === 'move out') renameSync(file, away);
  else if (kind === 'rename') renameSync(file, target);
  else if (kind === 'rsync') {
    const temporary = join(dirname(target), `.${to.replaceAll('/', '-')}.x7Yz2Q`);
    copyFileSync(file, temporary);
    renameSync(temporary, target);
  } else if (kind.startsWith('copy') && from !== to) {
    copyFileSync(file, target);
    const { atimeMs, mtimeMs } = lstatSync(file);
    if (kind === 'copy with times') utimesSync(target, atimeMs / 1_000, mtimeMs / 1_000);
  }
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

test.each([true, false])(
  'events reported: %s',
  async (usesEvents) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const ledger = openLedger();
        const { inbox, folder, watchLedger, store } = ledger;
        const rule = ledger.addRule();
        const outside = join(folder, 'outside');
        mkdirSync(outside);
        let watcher = ledger.watch(rule, { usesEvents });
        const sent: string[] = [];
        const pathOf = (file: LedgerFile) => (file.folder === '' ? file.name : `${file.folder}/${file.name}`);

        /** As a transfer: a file that isn't as it was taken fails. */
        const send = (): void => {
          const settled = watchLedger.settledPage(rule.id, null, 0, 1_000).files;
          if (settled.length === 0) return;
          store.writes.transaction(() => {
            store.db
              .prepare(
                `INSERT INTO watch_batches (rule_id, group_key, dataset_key, dataset_name, closed_at)
               VALUES (?, '', '', 'd', 't')`,
              )
              .run(rule.id);
            const batchId = Number(store.db.prepare('SELECT max(id) FROM watch_batches').pluck().get());
            ledger.take(settled, batchId);
            watchLedger.recordOutcomes(
              settled.map((file) => {
                const at = join(inbox, pathOf(file));
                const found = lstatSync(at, { bigint: true, throwIfNoEntry: false });
                const isSame =
                  found?.mtimeNs === file.mtimeNs &&
                  Number(found.size) === file.sizeBytes &&
                  found.ino === file.fileId;
                const hash = isSame ? sha256(readFileSync(at)) : null;
                if (hash !== null) sent.push(`${pathOf(file)} ${hash}`);
                const state = isSame ? 'sent' : 'failed';
                return {
                  id: file.id,
                  itemId: file.id,
                  state,
                  reason: null,
                  issue: null,
                  sha256: hash,
                  sentFile: isSame ? { ...file, bornNs: found.birthtimeNs } : null,
                };
              }),
            );
          });
        };
        const current = (): ReadonlyMap<string, LedgerFile> =>
          new Map(
            ledger
              .ledger(rule.id)
              .filter(({ goneAt }) => goneAt === null)
              .map((file) => [pathOf(file), file]),
          );
        const agrees = (): boolean => {
          const rows = current();
          const files = filesIn(inbox);
          return (
            rows.size === files.length &&
            files.every((name) => {
              const row = rows.get(name);
              const found = lstatSync(join(inbox, name), { bigint: true });
              return (
                row !== undefined &&
                ['sent', 'renamed', 'skipped'].includes(row.state) &&
                row.mtimeNs === found.mtimeNs &&
                row.sizeBytes === Number(found.size)
              );
            })
          );
        };
        const quiet = () =>
          until(
            () => {
              send();
              return agrees();
            },
            () => ({ files: filesIn(inbox), rows: ledger.ledger(rule.id), state: watcher.state() }),
          );
        try {
          for (const one of steps as readonly Step[]) {
            if (one.kind === 'send') send();
            else if (one.kind === 'quiet') await quiet();
            else if (one.kind === 'restart') {
              await ledger.stop(watcher);
              watcher = ledger.watch(rule, { usesEvents });
            } else change(inbox, outside, one);
          }
          await quiet();
          // Every content that is there was sent, under this path or another one.
          const contents = new Set(sent.map((line) => line.split(' ')[1]));
          const present = filesIn(inbox).map((name) => sha256(readFileSync(join(inbox, name))));
          for (const content of present) expect(contents).toContain(content);
          // What is there under several paths was sent as often.
          for (const [content, { length }] of Map.groupBy(present, (one) => one))
            expect(sent.filter((line) => line.endsWith(content)).length).toBeGreaterThanOrEqual(length);
          expect(sent).toEqual([...new Set(sent)]);
        } finally {
          await ledger.close();
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
  },
  240_000,
);
