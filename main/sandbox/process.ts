import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadSecrets } from './api-keys.ts';
import { Assembler } from './assembly.ts';
import { ContainerExpander } from './container-expansion.ts';
import type { SandboxContext } from './context.ts';
import { DirectLinkDownloader } from './direct-links.ts';
import { watchFaultsFile } from './faults.ts';
import { openFileStorage, removeOrphanedParts } from './file-storage.ts';
import { readOperations } from './operations/read-operations.ts';
import { uploadOperations } from './operations/upload-operations.ts';
import { errorMessage, parseSettings, type SandboxSettings } from './options.ts';
import type { ReadyMessage } from './ready-message.ts';
import { databaseId, organizationId, seedDatabase } from './seed.ts';
import { buildServer } from './server.ts';
import { createAccountRepository } from './store/accounts.ts';
import { openSandboxDatabase, type SandboxDatabase } from './store/database.ts';
import { createRequestLog } from './store/request-log.ts';
import { createUploadRepository } from './store/uploads.ts';

/** Says why the sandbox cannot start, in one line, and ends. */
function exitWithError(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function openDatabaseOrExit(dataDir: string): SandboxDatabase {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return openSandboxDatabase(dataDir);
  } catch (error) {
    const isHeld = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    return exitWithError(
      isHeld
        ? `Another sandbox is using the data folder ${dataDir}. Stop it, or give another folder with --data.`
        : `The data folder ${dataDir} cannot be used: ${errorMessage(error)}`,
    );
  }
}

async function run(settings: SandboxSettings): Promise<void> {
  const dataDir = resolve(settings.dataDir);
  const db = openDatabaseOrExit(dataDir);
  const faults = watchFaultsFile(settings.faultsFile, (message) => process.stderr.write(`${message}\n`));
  if (!faults.ok) return exitWithError(faults.failure.message);
  const secrets = loadSecrets(dataDir);
  seedDatabase(db, secrets.keys);

  let origin = '';
  const context: SandboxContext = {
    settings,
    secrets,
    accounts: createAccountRepository(db),
    uploads: createUploadRepository(db),
    log: createRequestLog(db),
    files: openFileStorage(dataDir),
    faults: faults.value,
    origin: () => origin,
  };
  removeOrphanedParts(context.files, (sourceFileId) => {
    const state = context.uploads.sourceFile(sourceFileId)?.state;
    if (state !== 'UPLOADING' && state !== 'ASSEMBLING') return new Set();
    return new Set(context.uploads.parts(sourceFileId, 0, settings.maxParts).map((part) => part.file));
  });

  const expansion = new ContainerExpander(context);
  const links = new DirectLinkDownloader(context, (sourceFile) => expansion.add(sourceFile));
  const assembly = new Assembler(context, (sourceFile) => expansion.add(sourceFile));
  const app = buildServer(context, [
    ...readOperations(context),
    ...uploadOperations(context, assembly, links),
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
    return exitWithError(
      isTaken
        ? `Port ${settings.port} is in use. Give another one with --port, or 0 for any free one.`
        : `The sandbox cannot listen: ${errorMessage(error)}`,
    );
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  origin = `${settings.tlsCertFile === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  assembly.resume();
  links.resume();
  expansion.resume();

  const ready: ReadyMessage = {
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

const settings = parseSettings(process.argv.slice(2));
if (settings.ok) await run(settings.value);
else exitWithError(settings.failure.message);
