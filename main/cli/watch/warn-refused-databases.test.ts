import { expect, it } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { answerJson } from '../../../test/fakes/http-server.ts';
import { platformAt, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { databaseRefusal } from '../../engine/uploads/prepare/databases.ts';
import { warnRefusedDatabases } from './warn-refused-databases.ts';

it('a rule whose database the key may not upload to is named, as an upload is refused', async () => {
  const answers: Readonly<Record<string, object>> = {
    '/users/me': { data: { id: 12, organizations: [] } },
    '/databases/3': { data: { id: 3, name: 'Doe' } },
    '/databases/3/users/12': { data: { permissions: ['DB_DELETE'], user: { id: 12 } } },
  };
  const fake = await startFakeServer(({ target }, response) => {
    const answer = answers[target.replace(/^\/v1|\?.*$/g, '')];
    answerJson(response, answer === undefined ? 404 : 200, answer ?? { status: 404 });
  });
  const platform = await platformAt(fake.url);
  const warned: string[] = [];
  const engine = {
    databaseRefusal: async (id: number, signal: AbortSignal) =>
      (await databaseRefusal(platform, id, {}, signal))?.failure ?? null,
  };
  const rules = [3, 4].map((database) => ({ rule: { name: `To ${database}`, database } }));
  const { signal } = new AbortController();
  await warnRefusedDatabases({ output: { warn: (text) => warned.push(text) } }, engine, rules, signal);
  const { failure: forbidden } = failure('upload-forbidden', { databaseId: 3, databaseName: 'Doe' });
  expect(warned).toEqual([`To 3: ${failureText(forbidden)}`]);
});
