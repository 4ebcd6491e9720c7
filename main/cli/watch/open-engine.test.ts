import { readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import { KnownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { temporaryFolder } from '../../../test/fixtures/scan-observer.ts';
import { StoreError } from '../../engine/store/sqlite-failure.ts';
import { createOutput } from '../terminal/output.ts';
import { bugReporter } from './open-engine.ts';

test('what the store refuses a rule or a receipt is said, and is no bug', async () => {
  const stderr = new PassThrough();
  const secrets = new KnownSecrets();
  const output = createOutput({ stdout: new PassThrough(), stderr }, {}, false, secrets);
  const stateDir = temporaryFolder();
  const reportBug = await bugReporter({ output, version: '1.0.0', secrets }, stateDir);
  const refused = failure('store-read-only', { path: '/data/lading.db', errno: 'EROFS' }).failure;
  reportBug('watched folder 1', new StoreError(refused));
  expect(String(stderr.read())).toContain("Lading can't write to /data/lading.db");
  expect(readdirSync(stateDir)).toEqual([]);
  reportBug('watched folder 1', new Error('a bug'));
  expect(readdirSync(stateDir)).not.toEqual([]);
});
