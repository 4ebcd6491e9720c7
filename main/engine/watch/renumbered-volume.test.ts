import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { watchInbox } from '../../../test/fixtures/watch-inbox.ts';

test('a folder that is deleted after its share got another number is gone', async () => {
  const { at, quiet, store } = watchInbox();
  mkdirSync(at('Doe'));
  writeFileSync(at('Doe', 'a.txt'), 'one');
  mkdirSync(at('Roe'));
  writeFileSync(at('Roe', 'b.txt'), 'two');
  await quiet({ 'Doe/a.txt': 'sent', 'Roe/b.txt': 'sent' });
  store.db.exec('UPDATE watch_files SET device = device + 1000');
  rmSync(at('Doe'), { recursive: true });
  await quiet({ 'Roe/b.txt': 'sent' });
});

test.each(['Doe', 'Roe'])(
  'the last file of %s that is deleted after its share got another number is gone',
  async (name) => {
    const { at, quiet, store } = watchInbox();
    for (const each of ['Doe', 'Roe']) {
      mkdirSync(at(each));
      writeFileSync(at(each, 'a.txt'), each);
    }
    await quiet({ 'Doe/a.txt': 'sent', 'Roe/a.txt': 'sent' });
    store.db.exec('UPDATE watch_files SET device = device + 1000');
    rmSync(at(name, 'a.txt'));
    await quiet({ [name === 'Doe' ? 'Roe/a.txt' : 'Doe/a.txt']: 'sent' });
  },
);
