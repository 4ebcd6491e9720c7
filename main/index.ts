/** Composition root of the desktop app: wiring only. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { app, dialog, nativeTheme, protocol, safeStorage, session } from 'electron';
import { takeEnvironment } from '../preload/contract/environment.ts';
import { success } from '../preload/contract/failures/failure.ts';
import { failureText } from '../preload/contract/failures/failure-table.ts';
import { parseManualProxy } from '../preload/contract/proxy-url.ts';
import { knownSecrets } from '../preload/contract/texts/known-secrets.ts';
import { readCaFile, systemCertificates } from './app/certificates.ts';
import { formatCommand, setCall } from './app/command-line.ts';
import { createFaultReporter } from './app/fault-reporter.ts';
import { openKeychain } from './app/keychain.ts';
import { refusedSwitches } from './app/launch-switches.ts';
import { openLog } from './app/log.ts';
import { autostartFolder, createLoginItem, isStartedHidden } from './app/login-item.ts';
import { pathsIn, stateArgs, stateOption } from './app/paths.ts';
import { drainBeforeQuit, relaunchOptions } from './app/quit.ts';
import { findResource, programPath, runtimeVersions } from './app/resources.ts';
import { createAppSettings } from './app/settings.ts';
import { createReceiptSigningKey } from './app/signing-key.ts';
import { makeOwnFolder, openDataFolder, resolveStateDir } from './app/state-dir.ts';
import { openStores } from './app-stores.ts';
import { createConnections } from './connections/connections.ts';
import { networkFor } from './connections/network.ts';
import type { EngineEvent } from './engine/index.ts';
import { publishEngineEvent } from './ipc/engine-events.ts';
import { createEventPublisher } from './ipc/event-publisher.ts';
import { registerIpc } from './ipc/index.ts';
import { createPathGrants } from './ipc/path-grants.ts';
import { createEngineHost } from './processes/engine-host.ts';
import { createSandboxHost } from './processes/sandbox-host.ts';
import { startEngineProcess, startSandboxProcess } from './processes/utility-processes.ts';
import { findFeed } from './updates/update-feed.ts';
import { createUpdates } from './updates/updates.ts';
import { createAutoResume } from './uploads/auto-resume.ts';
import { createBulkActions } from './uploads/bulk-actions.ts';
import { createDiskSpaceWatcher, readDiskSpace, stoppedByFullDisk } from './uploads/disk-space.ts';
import { createUploadStarter } from './uploads/upload-starter.ts';
import { createUploadTracker, isKeyRefused, isWorthTelling } from './uploads/upload-tracker.ts';
import { createWatchTracker } from './uploads/watch-tracker.ts';
import { serveFile } from './window/app-protocol.ts';
import { createDialogs } from './window/dialogs.ts';
import { openSandboxPage } from './window/external-links.ts';
import { createMainWindow } from './window/main-window.ts';
import { enableMenuItems, setMenu } from './window/menu.ts';
import { createMenuCommands } from './window/menu-commands.ts';
import { guardContents, guardSession } from './window/navigation-guard.ts';
import { showNotification } from './window/notifications.ts';
import { type OpenTarget, openTarget } from './window/open-target.ts';
import { createSleepBlocker, watchPowerEvents } from './window/power-monitor.ts';
import { resolveProxy } from './window/proxy.ts';
import { createTray } from './window/tray.ts';
import {
  resumeFailuresText,
  startFailure,
  uploadEndedText,
  watchAlertLog,
  watchAlertsText,
} from './words.ts';

const drainMs = 10_000;
/** The same as in electron-builder.yml. */
const appId = 'app.lading.desktop';

// Before anything starts.
const refused = app.isPackaged
  ? refusedSwitches(process.argv.slice(1), process.platform, (name) => app.commandLine.hasSwitch(name))
  : [];
if (refused.length > 0) {
  dialog.showErrorBox(startFailure.title, startFailure.switches(refused));
  process.exit(1);
}

/** Taken from the process itself, so that Chromium's processes don't get the command line's key either. */
const env = takeEnvironment(process.env);
setCall(env);
const paths = pathsIn(resolveStateDir(stateOption(process.argv.slice(1)), env));
// Before the log, which is in it.
const stateDir = openDataFolder(paths.stateDir);
const userData = stateDir.ok ? makeOwnFolder(paths.userData) : stateDir;
if (!userData.ok) {
  dialog.showErrorBox(startFailure.title, failureText(userData.failure));
  process.exit(1);
}
const log = openLog(paths.log);
process.on('uncaughtException', (error) => log.error('uncaught', error));
process.on('unhandledRejection', (reason) => log.error('unhandled', reason));

app.setName('Lading');
// Windows identifies the installed program by this in notifications and the taskbar.
if (process.platform === 'win32') app.setAppUserModelId(appId);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
]);
guardContents(log.info);

app.setPath('userData', paths.userData);
// A second instance brings the first one's window to the front.
if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(run)
    .catch((error: unknown) => {
      log.error('start', error);
      dialog.showErrorBox(startFailure.title, startFailure.seeLog(paths.log));
      app.exit(1);
    });
} else app.quit();

async function run(): Promise<void> {
  const root = app.getAppPath();
  const runtime = runtimeVersions(process.versions);
  log.info(`Lading ${app.getVersion()} starts: ${runtime}, ${process.platform}.`);
  const stores = await openStores(paths, log.info);
  const keychain = await openKeychain(safeStorage, stores.keys, process.platform);

  const quit = drainBeforeQuit(
    async () => {
      tracker.freeze();
      watchTracker.stop();
      diskSpace.stop();
      connections.stop();
      updates.stop();
      const boundsSaved = window.saveBounds();
      window.current()?.hide();
      await engine.drain(drainMs);
      await sandbox.stop();
      await boundsSaved;
    },
    (error) => log.error('quit', error),
  );
  const window = createMainWindow({
    preload: join(root, 'dist', 'preload', 'index.cjs'),
    bounds: stores.windowBounds,
    activity: () => tracker.activity,
    watched: () => watchTracker.activity.active,
    isQuitting: quit.isQuitting,
    quit: () => app.quit(),
    onSessionEnd: quitForShutdown,
    onPageGone: () => pathGrants.revokeAll(),
    onRendererGone: (reason) => log.info(`The window's process ended: ${reason}.`),
    onClosed: () => enableMenuItems([]),
  });
  const pathGrants = createPathGrants((sources) => engine.call('drafts.sourceKinds', { sources }));
  const events = createEventPublisher((event) => window.send(event));
  const dialogs = createDialogs(() => window.current());
  const menuCommands = createMenuCommands({
    isOpen: () => window.current() !== null,
    show: () => window.show(),
    send: (command) => events.publish({ name: 'menu', data: { command } }),
  });

  const blockSleep = createSleepBlocker();
  const updateTray = createTray(join(root, 'resources', 'icons'), {
    showWindow: showUnlessQuitting,
    showWatchedFolders: () => menuCommands.run('watched-folders'),
    pauseAll: () => void bulkActions.pauseAll(),
    quit: () => app.quit(),
  });
  const startsHidden = isStartedHidden(process.argv.slice(1), process.platform, app);
  const showTray = () =>
    updateTray({ ...tracker.activity, watched: watchTracker.activity, isHidden: startsHidden });
  const watchTracker = createWatchTracker({
    onActivity: showTray,
    onAlerts(alerts) {
      for (const alert of alerts) log.info(watchAlertLog(alert));
      if (settings.current.preferences.notify)
        showNotification(watchAlertsText(alerts), () => menuCommands.run('watched-folders'));
    },
    onKeyRefused: (connectionId) => void connections.check(connectionId),
  });
  const tracker = createUploadTracker(stores.runningUploads, (activity) => {
    blockSleep(activity);
    showTray();
    window.setProgress(activity);
  });

  const engine = createEngineHost({
    start: () =>
      startEngineProcess(
        programPath(import.meta.url, './engine/rpc/process'),
        ['--state', paths.stateDir, '--version', app.getVersion()],
        (text) => log.info(`engine: ${text}`),
      ),
    onEvent: (event) => {
      tracker.handleEvent(event);
      starter.handleEvent(event);
      watchTracker.handleEvent(event);
      publishEngineEvent(events, event);
      if (event.event === 'upload.ended') handleUploadEnded(event);
    },
    onState: (view) => {
      // A new engine has new state, so the window takes a whole snapshot.
      if (view.kind === 'running' || view.kind === 'restarted') events.invalidate();
      events.publish({ name: 'engine.changed', data: view });
    },
    onReady: () => void autoResume.onEngineReady(),
    onCrash: (code) => {
      log.info(`The engine ended unexpectedly (${code}).`);
      tracker.reset([]);
      watchTracker.reset([]);
    },
  });
  const settings = createAppSettings({
    store: stores.settings,
    about: {
      version: app.getVersion(),
      runtime,
      platform: process.platform,
      dataFolder: paths.stateDir,
      sandboxKeysCommand: formatCommand('sandbox', '--keys', '--state', paths.stateDir),
      keyStorage: keychain.storage,
    },
    updates: () => updates.view,
    applyTheme: (theme) => {
      nativeTheme.themeSource = theme;
    },
    applyLimits: ({ bytesPerSecond, schedule, concurrency }) =>
      engine.call('limits.set', { bytesPerSecond, schedule, concurrency }),
    reconnect: () => connections.refresh(),
    checkProxy: parseManualProxy,
    onChange: (data) => events.publish({ name: 'app.changed', data }),
  });
  const updates = createUpdates({
    feed: findFeed({ proxy: () => settings.current.preferences.proxy, log: log.info }),
    onChange: () => events.publish({ name: 'app.changed', data: settings.view() }),
    quitWith: quit.quitWith,
    relaunch: () => {
      app.relaunch(relaunchOptions(app.isPackaged ? env['APPIMAGE'] : undefined, process.argv));
      app.quit();
    },
    onError: log.error,
  });
  const networkTo = (serverUrl: string) =>
    networkFor(serverUrl, {
      settings: () => settings.current,
      resolveProxy: (url, wanted) =>
        resolveProxy(url, wanted, (address) => session.defaultSession.resolveProxy(address)),
      systemCertificates: () => systemCertificates((error) => log.error('system certificates', error)),
    });
  const connections = createConnections({
    store: stores.connections,
    keychain,
    connect: (connection) => {
      knownSecrets.add([connection.apiKey]);
      return engine.call('connections.open', connection);
    },
    disconnect: (connectionId) => engine.call('connections.close', { connectionId }),
    networkFor: networkTo,
    onChange: (data) => events.publish({ name: 'connections.changed', data }),
    onReady: (connectionId, key) => void autoResume.onConnectionReady(connectionId, key),
  });
  const sandbox = createSandboxHost({
    dataDir: paths.sandboxData,
    store: stores.sandboxSettings,
    startProcess: (_, args) => startSandboxProcess(programPath(import.meta.url, './sandbox/process'), args),
    connect: (url, apiKey) => connections.openSandbox(url, apiKey),
    disconnect: () => connections.closeSandbox(),
    onState: (data) => events.publish({ name: 'sandbox.changed', data }),
  });
  const starter = createUploadStarter(engine);
  const autoResume = createAutoResume({
    engine,
    starter,
    tracker,
    watchTracker,
    connections,
    sandbox,
    applyLimits: () => settings.applyLimits(),
    log: log.info,
  });
  const diskSpace = createDiskSpaceWatcher({
    uploads: tracker.all,
    resume: autoResume.resume,
    readSpace: () => readDiskSpace(paths.stateDir),
  });
  const bulkActions = createBulkActions({
    engine,
    starter,
    tracker,
    watchTracker,
    onResumeFailures: (attempted, failures) =>
      void dialogs.showWarning(resumeFailuresText(attempted, failures)),
  });

  const targets: Readonly<Record<OpenTarget, string>> = {
    'data-folder': paths.stateDir,
    log: paths.log,
    licenses: findResource('licenses.txt', join(root, 'dist')) ?? join(root, 'LICENSE'),
  };
  registerIpc({
    events,
    engine,
    starter,
    engineView: () => engine.view,
    engineSnapshot: () => engine.call('uploads.snapshot', undefined),
    tracker,
    sandbox,
    openSandboxPage: (address) => openSandboxPage(paths.sandboxPage, address),
    connections,
    keyStorage: keychain.storage,
    dialogs,
    pathGrants,
    signingKey: createReceiptSigningKey(keychain, log.info),
    timestamps: async () => {
      const { timestampUrl: url, timestampCertificates: trustedPem } = settings.current;
      if (url === null) return success(null);
      const network = await networkTo(url);
      return network.ok ? success({ url, trustedPem, network: network.value }) : network;
    },
    sampleMatter: findResource('sample-matter', join(root, 'resources')),
    saveFolders: [app.getPath('documents'), homedir()],
    profiles: paths.profiles,
    settings,
    appView: settings.view,
    readCaFile,
    log: log.info,
    openTarget: (target) => openTarget(targets, target),
    loginItem: createLoginItem({
      platform: process.platform,
      program: app.isPackaged ? (env['APPIMAGE'] ?? process.execPath) : null,
      args: stateArgs(process.argv.slice(1)),
      system: app,
      autostartDir: autostartFolder(env, homedir()),
    }),
    updates,
    onCommandsOffered: (commands) => {
      enableMenuItems(commands);
      menuCommands.onWindowReady();
    },
    reportFault: createFaultReporter(log.info),
    webContents: () => window.current()?.webContents ?? null,
    onError: log.error,
    onRefused: log.info,
  });
  setMenu({
    runInWindow: menuCommands.run,
    pauseAll: () => void bulkActions.pauseAll(),
    resumeAll: () => void bulkActions.resumeAll(),
    open: (target) => void openTarget(targets, target),
    checkForUpdates:
      updates.view.kind === 'off'
        ? null
        : () => {
            menuCommands.run('settings');
            void updates.check();
          },
  });
  guardSession(session.defaultSession, log.info);
  session.defaultSession.protocol.handle('app', (request) =>
    serveFile(request, join(root, 'dist', 'renderer')),
  );
  watchPowerEvents({ onWake: () => void autoResume.onWake(), onShutdown: quitForShutdown });
  app.on('second-instance', showUnlessQuitting);
  app.on('activate', showUnlessQuitting);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  engine.start();
  if (startsHidden) showTray();
  else window.show();
  void updates.start();

  function handleUploadEnded({
    data: { upload, isIncomplete },
  }: Extract<EngineEvent, { event: 'upload.ended' }>) {
    if (isKeyRefused(upload)) void autoResume.onKeyRefused(upload);
    if (stoppedByFullDisk(upload)) diskSpace.watch();
    if (upload.stoppedBy !== null) log.info(`Upload ${upload.id} stopped: ${failureText(upload.stoppedBy)}`);
    if (settings.current.preferences.notify && isWorthTelling(upload, isIncomplete)) {
      showNotification(uploadEndedText(upload), () => window.show());
    }
  }

  /** A window that opened while draining would close a moment later. */
  function showUnlessQuitting(): void {
    if (!quit.isQuitting()) window.show();
  }

  function quitForShutdown(): void {
    updates.skipInstallOnQuit();
    // Replaces an installation that was to follow the draining.
    quit.quitWith(() => app.quit());
  }
}
