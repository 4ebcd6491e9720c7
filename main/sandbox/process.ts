import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { secretsIn } from './api-keys.ts';
import { Assembly } from './assembly.ts';
import { Expansion } from './container-expansion.ts';
import type { World } from './context.ts';
import { Links } from './direct-links.ts';
import { followFaults } from './faults.ts';
import { filesIn, sweepParts } from './file-storage.ts';
import { readingOperations } from './operations/read-operations.ts';
import { uploadingOperations } from './operations/upload-operations.ts';
import { messageOf, type SandboxSettings, settingsFrom } from './options.ts';
import type { Ready } from './ready-message.ts';
import { databaseId, organizationId, seed } from './seed.ts';
import { buildServer } from './server.ts';
import { accountsIn } from './store/accounts.ts';
import { openSandboxDatabase, type SandboxDatabase } from './store/database.ts';
import { requestLogIn } from './store/request-log.ts';
import { uploadsIn } from './store/uploads.ts';

/** Says why the sandbox cannot start, in one line, and ends. */
function quit(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function openOrQuit(dataDir: string): SandboxDatabase {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return openSandboxDatabase(dataDir);
  } catch (error) {
    const isHeld = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    return quit(
      isHeld
        ? `Another sandbox is using the data folder ${dataDir}. Stop it, or give another folder with --data.`
        : `The data folder ${dataDir} cannot be used: ${messageOf(error)}`,
    );
  }
}

async function run(settings: SandboxSettings): Promise<void> {
  const dataDir = resolve(settings.dataDir);
  const db = openOrQuit(dataDir);
  const faults = followFaults(settings.faultsFile, (message) => process.stderr.write(`${message}\n`));
  if (!faults.ok) return quit(faults.failure.message);
  const secrets = secretsIn(dataDir);
  seed(db, secrets.keys);

  let origin = '';
  const world: World = {
    settings,
    secrets,
    accounts: accountsIn(db),
    uploads: uploadsIn(db),
    log: requestLogIn(db),
    files: filesIn(dataDir),
    faults: faults.value,
    origin: () => origin,
  };
  sweepParts(world.files, (sourceFileId) => {
    const state = world.uploads.sourceFile(sourceFileId)?.state;
    if (state !== 'UPLOADING' && state !== 'ASSEMBLING') return new Set();
    return new Set(world.uploads.parts(sourceFileId, 0, settings.maxParts).map((part) => part.file));
  });

  const expansion = new Expansion(world);
  const links = new Links(world, (sourceFile) => expansion.add(sourceFile));
  const assembly = new Assembly(world, (sourceFile) => expansion.add(sourceFile));
  const app = buildServer(world, [
    ...readingOperations(world),
    ...uploadingOperations(world, assembly, links),
  ]);

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    expansion.stop();
    links.stop();
    // Whatever is cut off here was not acknowledged, and is taken up again at the next start.
    app.close().then(
      () => {
        db.close();
        process.exit(0);
      },
      () => process.exit(0),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (settings.withParent) {
    process.stdin.on('close', stop);
    process.stdin.on('error', stop);
    process.stdin.resume();
  }

  try {
    await app.listen({ host: '127.0.0.1', port: settings.port });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    return quit(
      isTaken
        ? `Port ${settings.port} is in use. Give another one with --port, or 0 for any free one.`
        : `The sandbox cannot listen: ${messageOf(error)}`,
    );
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  origin = `${settings.tlsCertFile === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  assembly.resume();
  links.resume();
  expansion.resume();

  const ready: Ready = {
    event: 'ready',
    url: origin,
    port,
    pid: process.pid,
    dataDir,
    keys: secrets.keys,
    organizationId,
    databaseId,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

const settings = settingsFrom(process.argv.slice(2));
if (settings.ok) await run(settings.value);
else quit(settings.failure.message);
