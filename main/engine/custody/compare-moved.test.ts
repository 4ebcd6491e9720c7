/** A receipt compared with a watched folder, whose files Lading moved. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clean, compared, listedItems, putFiles } from '../../../test/fixtures/compared-folder.ts';
import { jsonOf, sourceOf } from '../../../test/fixtures/receipt.ts';

const contents = { 'Ng, Ana/plan.txt': 'the plan', 'b.csv': 'x,y' };
const moves = { 'Ng, Ana/plan.txt': 'Sent/Ng, Ana/plan.txt', 'b.csv': 'Sent/b (2).csv' };
let dir = '';
let receipt = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lading-custody-'));
  receipt = join(dir, 'receipt.json');
  const source = sourceOf(listedItems(contents), {}, undefined, moves);
  await writeFile(receipt, await jsonOf(source));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('they are compared where the log says that they are', async () => {
  const inbox = await putFiles(join(dir, 'disk1'), {
    'Sent/Ng, Ana/plan.txt': 'the plan',
    'Sent/b (2).csv': 'x,y',
  });
  expect(await compared(receipt, inbox)).toMatchObject({ ...clean, same: 2, moved: 2 });
  expect(await compared(receipt, dir)).toMatchObject({ missing: 0, changed: 0, same: 2, moved: 2 });
});

test('one that changed there is changed, and another file at its earlier path is not in the receipt', async () => {
  const inbox = await putFiles(join(dir, 'inbox'), {
    'Sent/Ng, Ana/plan.txt': 'the plot',
    'Sent/b (2).csv': 'x,y',
    'Ng, Ana/plan.txt': 'the plan',
  });
  expect(await compared(receipt, inbox)).toMatchObject({
    same: 1,
    changed: 1,
    missing: 0,
    notInReceipt: 1,
    moved: 2,
  });
});

test('a copy from before is compared as it was', async () => {
  expect(await compared(receipt, await putFiles(join(dir, 'copy'), contents))).toMatchObject({
    ...clean,
    same: 2,
    moved: 0,
  });
});

test('one that is in neither place is missing, by the path in the receipt', async () => {
  const inbox = await putFiles(join(dir, 'inbox'), { 'Sent/b (2).csv': 'x,y' });
  expect(await compared(receipt, inbox)).toMatchObject({
    ...{ same: 1, missing: 1, moved: 1 },
    differences: [{ path: 'Ng, Ana/plan.txt', kind: 'missing' }],
  });
});

test.skipIf(process.platform !== 'linux')(
  'a name that is not Unicode is compared where it was moved',
  async () => {
    const raw = (path: string) => Buffer.from(path, 'latin1');
    const [from, to] = [raw('bad\xe9.txt'), raw('Sent/bad\xe9.txt')];
    const items = listedItems({ 'bad%E9.txt': 'the plan', 'other%E9.txt': 'another' }).map((item, index) =>
      index === 0 ? { ...item, pathBytesHex: from.toString('hex') } : item,
    );
    const bytes = { pathBytesHex: from.toString('hex'), toBytesHex: to.toString('hex') };
    const moves = { 'bad%E9.txt': { to: 'Sent/bad%E9.txt', ...bytes } };
    await writeFile(receipt, await jsonOf(sourceOf(items, {}, undefined, moves)));
    const inbox = await putFiles(join(dir, 'inbox'), { 'other%E9.txt': 'another', 'Sent/b.txt': 'b' });
    await rm(join(inbox, 'Sent', 'b.txt'));
    await writeFile(Buffer.concat([Buffer.from(`${inbox}/`), to]), 'the plan');
    expect(await compared(receipt, inbox)).toMatchObject({ ...clean, same: 2, moved: 1 });
  },
);
