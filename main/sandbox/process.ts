import { chmodSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setCall } from '../app/command-line.ts';
import { makeSecrets, readSecrets } from './api-keys.ts';
import { Assembler } from './assembly.ts';
import type { ServerCertificate } from './certificates.ts';
import { ContainerExpander } from './container-expansion.ts';
import type { SandboxContext } from './context.ts';
import { hasSandboxData } from './data-folder.ts';
import { DatasetPasswords } from './dataset-passwords.ts';
import { DirectLinkDownloader } from './direct-links.ts';
import { watchFaultsFile } from './faults.ts';
import { type FileStorage, openFileStorage, removeOrphanedParts } from './file-storage.ts';
import { createOperations } from './operations/index.ts';
import { errorMessage, parseSettings, type SandboxSettings } from './options.ts';
import { derivedKey } from './page-access.ts';
import { isOwnOrMissing } from './private-files.ts';
import type { ReadyMessage } from './ready-message.ts';
import { removeRunningAddress, writeRunningAddress } from './running-address.ts';
import { databaseId, organizationId } from './seed/accounts.ts';
import { seedDatabase } from './seed/index.ts';
import { buildServer } from './server.ts';
import { createAccountRepository } from './store/accounts.ts';
import { createBillingRepository } from './store/billing.ts';
import { databaseNames, dataNames } from './store/data-names.ts';
import { openSandboxDatabase, type SandboxDatabase } from './store/database.ts';
import { createDatabaseRepository } from './store/databases.ts';
import { createDirectoryRepository } from './store/directories.ts';
import { createEventRepository } from './store/events.ts';
import { createInvitationRepository } from './store/invitations.ts';
import { createMemberRepository } from './store/members.ts';
import { createProjectRepository } from './store/projects.ts';
import { createRequestLog } from './store/request-log.ts';
import { createUploadRepository } from './store/uploads.ts';
import { createUsedTokens } from './store/used-tokens.ts';
import { startProblems } from './words.ts';

setCall(process.env);

/** Prints why the sandbox can't start. */
function exitWithError(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

function openDatabaseOrExit(dataDir: string): SandboxDatabase {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // A person may name a link to a folder, but the folder must be this user's.
    const problem = folderProblem(realpathSync(dataDir));
    if (problem !== undefined) return exitWithError(problem);
    return openSandboxDatabase(dataDir);
  } catch (error) {
    const isInUse = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    return exitWithError(
      isInUse
        ? startProblems.dataDirInUse(dataDir)
        : startProblems.dataDirUnusable(dataDir, errorMessage(error)),
    );
  }
}

/** Why the folder can't be the sandbox's, if it can't. Makes it private if it isn't. */
function folderProblem(dataDir: string): string | undefined {
  if (!isOwnOrMissing(dataDir, 'folder')) return startProblems.dataDirNotYours(dataDir);
  for (const name of databaseNames) {
    if (!isOwnOrMissing(join(dataDir, name), 'file')) return startProblems.notAFile(join(dataDir, name));
  }
  // The sandbox deletes what it finds under the names that it uses.
  if (!hasSandboxData(dataDir) && !isUnused(dataDir)) return startProblems.dataDirNotSandbox(dataDir);
  for (const name of [dataNames.parts, dataNames.files, dataNames.unfinished, dataNames.temporary]) {
    if (!isOwnOrMissing(join(dataDir, name), 'folder')) return startProblems.notAFolder(join(dataDir, name));
  }
  if (process.platform !== 'win32' && (statSync(dataDir).mode & 0o077) !== 0) chmodSync(dataDir, 0o700);
  return undefined;
}

async function openCertificatesOrExit(files: FileStorage): Promise<ServerCertificate> {
  // Half a megabyte that a sandbox without TLS needn't load.
  const { openCertificates } = await import('./certificates.ts');
  try {
    return openCertificates(files);
  } catch (error) {
    return exitWithError(startProblems.certificates(errorMessage(error)));
  }
}

/** Empty, or with an empty database, as a kill at the first start leaves it. */
function isUnused(dataDir: string): boolean {
  return readdirSync(dataDir).every(
    (name) => name === dataNames.database && statSync(join(dataDir, name)).size === 0,
  );
}

async function run(settings: SandboxSettings): Promise<void> {
  const dataDir = resolve(settings.dataDir);
  const db = openDatabaseOrExit(dataDir);
  removeRunningAddress(dataDir);
  const faults = watchFaultsFile(settings.faultsFile, (problem) => process.stderr.write(`${problem}\n`));
  if (!faults.ok) return exitWithError(faults.problem);
  const files = openFileStorage(dataDir);
  const stored = readSecrets(dataDir);
  if (!stored.ok) return exitWithError(stored.problem);
  const secrets = stored.value ?? makeSecrets(files);
  seedDatabase(db, secrets.keys);
  const certificate = settings.tls ? await openCertificatesOrExit(files) : undefined;

  let origin = '';
  const context: SandboxContext = {
    settings,
    secrets,
    accounts: createAccountRepository(db),
    billing: createBillingRepository(db),
    members: createMemberRepository(db),
    invitations: createInvitationRepository(db),
    events: createEventRepository(db),
    databases: createDatabaseRepository(db),
    directories: createDirectoryRepository(db),
    projects: createProjectRepository(db),
    uploads: createUploadRepository(db),
    usedTokens: createUsedTokens(db),
    log: createRequestLog(db),
    files,
    passwords: new DatasetPasswords(),
    faults: faults.value,
    transaction: (work) => db.transaction(work)(),
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
  const app = buildServer(context, createOperations(context, assembly, links), certificate);

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    expansion.stop();
    links.stop();
    // Interrupted work was not acknowledged, and continues at the next start.
    app.close().then(
      () => {
        removeRunningAddress(dataDir);
        db.close();
        process.exit(0);
      },
      () => process.exit(0),
    );
  };
  // Of work in the background. What it didn't do is done when the sandbox starts again.
  process.on('unhandledRejection', (reason) => process.stderr.write(`${errorMessage(reason)}\n`));
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
      isTaken ? startProblems.portInUse(settings.port) : startProblems.cannotListen(errorMessage(error)),
    );
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  origin = `${settings.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const ca = certificate === undefined ? {} : { caFile: certificate.caFile };
  writeRunningAddress(files, { url: origin, ...ca });
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
    inspectionKey: derivedKey(secrets.urlSecret, 'inspection'),
    pageKey: derivedKey(secrets.urlSecret, 'pages'),
    organizationId,
    databaseId,
    ...ca,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** New files are readable by this user only, whatever the person's own default is. */
function makeFilesPrivate(): void {
  try {
    process.umask(0o077);
  } catch {
    // Node allows it only to a process of its own. The folder is private in any case.
  }
}

makeFilesPrivate();
const settings = parseSettings(process.argv.slice(2));
if (settings.ok) await run(settings.value);
else exitWithError(settings.problem);
