import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { dataNames } from '../../main/sandbox/store/data-names.ts';
import { createClient, startTestSandbox, temporaryFolder } from './sandbox-client.ts';

test('a write that the sandbox’s disk refuses fails that request, and the sandbox keeps running', async () => {
  const dataDir = temporaryFolder();
  const first = await startTestSandbox({ dataDir });
  const { port } = first;
  first.kill();
  await first.exited;
  const db = new Sqlite(join(dataDir, dataNames.database));
  // As a full disk does: the log of a request is not finished, and no dataset is added.
  db.exec(`CREATE TRIGGER full_log BEFORE UPDATE ON requests BEGIN SELECT RAISE(FAIL, 'full'); END;
    CREATE TRIGGER full_datasets BEFORE INSERT ON datasets BEGIN SELECT RAISE(FAIL, 'full'); END;`);
  db.close();
  const sandbox = await startTestSandbox({ dataDir, port });
  const client = createClient(sandbox);
  await expect(client.dataset()).rejects.toThrow();
  expect(await fetch(`${sandbox.url}/v1/users/me`)).toMatchObject({ status: 401 });
  expect(await fetch(`${sandbox.url}/v1/users/me`)).toMatchObject({ status: 401 });
});
