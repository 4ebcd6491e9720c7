import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanned } from '../../../../test/fixtures/inspect.ts';
import { unwrap } from '../../../../test/fixtures/result.ts';
import { temporaryFolder } from '../../../../test/fixtures/scan-observer.ts';
import { zipBytes } from '../../../../test/fixtures/zip-bytes.ts';
import type { ItemId } from '../../types/ids.ts';
import { compileRules } from './custodian-of.ts';
import { nameInnerFolders } from './name-inner-folders.ts';

test('a name that can be read in several ways names nobody; its folder has the custodian of the certain one above', async () => {
  const evidence = join(temporaryFolder(), 'evidence');
  mkdirSync(evidence);
  const names = ['D\xeabowski/a', 'Lee/D\xeabowski/old/a', 'M\xfcller/a', 'Lee/a'];
  const members = names.map((name) => ({ name: Buffer.from(name, 'latin1') }));
  writeFileSync(join(evidence, 'people.zip'), zipBytes(members));
  const { inspect, store, repositories, uploadId } = await scanned(temporaryFolder(), [evidence]);
  unwrap(await inspect());
  const rules = compileRules([{ kind: 'folder', level: 2 }], [], [], false);
  const { containerFolders } = repositories;
  await nameInnerFolders(store.writes, containerFolders, uploadId, rules, new AbortController().signal);
  const [container] = containerFolders.containers(uploadId, 0, 1);
  const folders = containerFolders.ofItem(container?.itemId ?? (0 as ItemId));
  expect(folders.map(({ path, ruleCustodian }) => [path, ruleCustodian])).toEqual([
    ['Dêbowski/', null],
    ['Lee/', 'Lee'],
    ['Lee/Dêbowski/old/', 'Lee'],
    ['Müller/', 'Müller'],
  ]);
});
