import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { transferOfTest } from '../../../../test/fixtures/transfer.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';
import { sendUpload } from './send-upload.ts';

function send(run: (signal: AbortSignal) => TransferContext) {
  const end = new AbortController();
  return sendUpload(run(end.signal), { floor: 1, ceiling: 1 }, end);
}
const isRefused = { ok: false, failure: { code: 'upload-altered', altered: 'states' } };

test.each(['held', 'accepted', 'skipped', 'failed', 'handedOver'])(
  'a file that an edited store has as %s is refused by name, before or while it is sent',
  async (state) => {
    const transfer = await transferOfTest();
    const { addFile, addPack, answers, usual, edit, run } = transfer;
    const edited = [addFile('a.txt', 'a'), addFile('b.txt', 'b'), addFile('c.txt', 'c')];
    addPack(edited.slice(1));
    answers.completeSourceFile = (...asked) => {
      edit(`UPDATE items SET state = '${state}'`);
      return usual.completeSourceFile(...asked);
    };
    expect(await send(run)).toMatchObject(isRefused);
    expect(await send(run)).toMatchObject(isRefused);
  },
);

test('a file that is sent as the store has it is accepted', async () => {
  const { addFile, items, run } = await transferOfTest();
  const { id } = addFile('a.txt', randomBytes(10));
  expect(await send(run)).toMatchObject({ ok: true });
  expect(items.stateOf(id)).toBe('accepted');
});
