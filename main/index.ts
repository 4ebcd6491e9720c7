/** The desktop application: what is made of what. */
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { app, dialog, nativeTheme, protocol, safeStorage, session, shell } from 'electron';
import { createFaultReporter } from './app/fault-reporter.ts';
import { openJsonFile } from './app/json-store.ts';
import { keysSchema, openSecrets } from './app/keychain.ts';
import { openLog } from './app/log.ts';
import { givenState, placesIn } from './app/paths.ts';
import { drainBeforeQuit, relaunchOf } from './app/quit.ts';
import { createAppSettings } from './app/settings.ts';
import { defaultSettings, settingsSchema } from './app/settings-schema.ts';
import { makePrivateDir, resolveStateDir } from './cli/state-dir.ts';
import { connectionsSchema, createConnections } from './connections/connections.ts';
import type { DeskEvent } from './engine/index.ts';
import { showThing, type Thing } from './ipc/app.ts';
import { createMirror } from './ipc/event-publisher.ts';
import { answerWindow } from './ipc/index.ts';
import { createEngineHost } from './processes/engine-host.ts';
import { createSandboxHost, practiceSchema } from './processes/sandbox-host.ts';
import { startEngine, startSandboxProcess } from './processes/utility-processes.ts';
import { openFeedFor } from './updates/update-feed.ts';
import { createUpdates } from './updates/updates.ts';
import { createGoingOn } from './uploads/auto-resume.ts';
import { createSources } from './uploads/path-grants.ts';
import { createActivity, runningSchema } from './uploads/upload-tracker.ts';
import { serve } from './window/app-protocol.ts';
import { readCaFile, systemCertificates } from './window/certificates.ts';
import { dialogsOver } from './window/dialogs.ts';
import { createWindow } from './window/main-window.ts';
import { type MenuCommand, offerInMenu, setMenu } from './window/menu.ts';
import { menuCommands } from './window/menu-commands.ts';
import { lockContents, lockSession } from './window/navigation-guard.ts';
import { notify } from './window/notifications.ts';
import { keepAwake, watchPower } from './window/power-monitor.ts';
import { manualProxy, proxyFor } from './window/proxy.ts';
import { trayFor } from './window/tray.ts';
import { placeSchema } from './window/window-bounds.ts';

const drainMs = 10_000;
/** As electron-builder.yml has it. */
const appId = 'app.lading.desktop';

const places = placesIn(resolveStateDir(givenState(process.argv.slice(1)), process.env));
const log = openLog(places.log);
process.on('uncaughtException', (error) => log.bug('uncaught', error));
process.on('unhandledRejection', (reason) => log.bug('unhandled', reason));

app.setName('Lading');
// Windows' notifications and taskbar know the installed program by this.
if (process.platform === 'win32') app.setAppUserModelId(appId);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
]);
lockContents(log.note);

const folder = makePrivateDir(places.userData);
if (!folder.ok) {
  dialog.showErrorBox('Lading cannot start', folder.failure.message);
  app.exit(1);
} else {
  app.setPath('userData', places.userData);
  // A second start brings the first one's window forward.
  if (app.requestSingleInstanceLock()) app.whenReady().then(run).catch(giveUp);
  else app.quit();
}

async function run(): Promise<void> {
  const root = app.getAppPath();
  log.note(`Lading ${app.getVersion()} starts: ${runtimeWords()}, ${process.platform}.`);
  const opened = { onDamaged: log.note };
  const [settingsFile, connectionsFile, keysFile, placeFile, runningFile, practiceFile] = await Promise.all([
    openJsonFile({ ...opened, path: places.settings, schema: settingsSchema, fallback: defaultSettings }),
    openJsonFile({
      ...opened,
      path: places.connections,
      schema: connectionsSchema,
      fallback: { connections: [] },
    }),
    openJsonFile({ ...opened, path: places.keys, schema: keysSchema, fallback: { keys: {} } }),
    openJsonFile({ ...opened, path: places.windowPlace, schema: placeSchema.nullable(), fallback: null }),
    openJsonFile({ ...opened, path: places.running, schema: runningSchema, fallback: { uploadIds: [] } }),
    openJsonFile({ ...opened, path: places.practice, schema: practiceSchema, fallback: { port: 0 } }),
  ]);
  const secrets = await openSecrets(safeStorage, keysFile, process.platform);

  const quit = drainBeforeQuit(
    async () => {
      activity.freeze();
      connections.stop();
      updates.stop();
      const placeKept = window.keepPlace();
      window.current()?.hide();
      await engine.drain(drainMs);
      await sandbox.stop();
      await placeKept;
    },
    (error) => log.bug('quit', error),
  );
  const window = createWindow({
    preload: join(root, 'dist', 'preload', 'index.cjs'),
    place: placeFile,
    busy: () => activity.busy,
    isQuitting: quit.isQuitting,
    quit: () => app.quit(),
    onSessionEnd: endWithComputer,
    onGone: (reason) => log.note(`The window's process ended: ${reason}.`),
    onClosed: () => offerInMenu([]),
  });
  const mirror = createMirror((event) => window.send(event));
  const dialogs = dialogsOver(() => window.current());
  const command = (name: MenuCommand): void => mirror.push({ name: 'menu', data: { command: name } });
  const menu = menuCommands({
    isOpen: () => window.current() !== null,
    show: () => window.show(),
    send: command,
  });

  const awake = keepAwake();
  const tray = trayFor(join(root, 'resources', 'icons'), {
    open: () => window.show(),
    // A window that is hidden stays so.
    pauseAll: () => (window.current() === null ? menu.carry : command)('pause-all'),
    quit: () => app.quit(),
  });
  const activity = createActivity(runningFile, (busy) => {
    awake(busy);
    tray(busy);
    window.setProgress(busy);
  });

  const engine = createEngineHost({
    start: () =>
      startEngine(besideMain('./engine/rpc/process'), engineArguments(), (text) =>
        log.note(`engine: ${text}`),
      ),
    onEvent: (event) => {
      activity.see(event);
      pass(event);
    },
    onState: (view) => {
      // A new engine has a state of its own: the window takes it whole.
      if (view.kind === 'running' || view.kind === 'restarted') mirror.outdate();
      mirror.push({ name: 'engine.changed', data: view });
    },
    onReady: () => void goingOn.engineReady(),
    onCrash: (code) => {
      log.note(`The engine ended by itself (${code}).`);
      activity.reset([]);
    },
  });
  const settings = createAppSettings({
    file: settingsFile,
    about: {
      version: app.getVersion(),
      runtime: runtimeWords(),
      platform: process.platform,
      dataFolder: places.state,
      keyStorage: secrets.storage,
    },
    updates: () => updates.view,
    applyTheme: (theme) => {
      nativeTheme.themeSource = theme;
    },
    tellEngine: ({ bytesPerSecond, schedule, concurrency }) =>
      engine.ask('limits.set', { bytesPerSecond, schedule, concurrency }),
    reconnect: () => connections.refresh(),
    readCaFile,
    systemCertificates: () => systemCertificates((error) => log.bug('system certificates', error)),
    proxyFor: (url, wanted) =>
      proxyFor(url, wanted, (address) => session.defaultSession.resolveProxy(address)),
    checkProxy: manualProxy,
    onChange: (data) => mirror.push({ name: 'app.changed', data }),
  });
  const updates = createUpdates({
    open: openFeedFor({ proxy: () => settings.view().preferences.proxy, note: log.note }),
    onChange: () => mirror.push({ name: 'app.changed', data: settings.view() }),
    endBy: quit.endBy,
    startAgain: () => {
      app.relaunch(relaunchOf(app.isPackaged ? process.env['APPIMAGE'] : undefined, process.argv));
      app.quit();
    },
    onBug: log.bug,
  });
  const connections = createConnections({
    file: connectionsFile,
    secrets,
    connect: (connection) => engine.ask('connections.open', connection),
    disconnect: (connectionId) => engine.ask('connections.close', { connectionId }),
    networkTo: (serverUrl) => settings.networkTo(serverUrl),
    onChange: (data) => mirror.push({ name: 'connections.changed', data }),
    onReady: (connectionId, key) => void goingOn.connectionReady(connectionId, key),
  });
  const sandbox = createSandboxHost({
    dataDir: places.sandbox,
    file: practiceFile,
    startProcess: (_, args) => startSandboxProcess(besideMain('./sandbox/process'), args),
    practise: (url, apiKey) => connections.practise(url, apiKey),
    onEnded: () => connections.practiceEnded(),
    onState: (data) => mirror.push({ name: 'sandbox.changed', data }),
  });
  const goingOn = createGoingOn({
    engine,
    activity,
    connections,
    sandbox,
    tellPreferences: () => settings.tellEngine(),
    note: log.note,
  });

  function pass(event: DeskEvent): void {
    switch (event.event) {
      case 'upload.changed':
        mirror.push({ name: 'upload.changed', data: event.data });
        break;
      case 'upload.removed':
        mirror.push({ name: 'upload.removed', data: event.data });
        break;
      case 'progress':
        mirror.push({ name: 'progress', data: event.data });
        break;
      case 'upload.ended':
        if (event.data.upload.stoppedBy?.code === 'key-refused') void goingOn.keyRefused(event.data.upload);
        if (settings.view().preferences.notify) {
          notify(event.data.upload, event.data.needsPerson, () => window.show());
        }
    }
  }

  const openAddress = (address: string): Promise<void> => shell.openExternal(address);
  const openThing = (path: string): Promise<string> => shell.openPath(path);
  const things: Readonly<Record<Thing, string>> = {
    'data-folder': places.state,
    log: places.log,
    licences: besideArchive('licenses.txt', join(root, 'dist')) ?? join(root, 'LICENSE'),
  };
  answerWindow({
    mirror,
    engine,
    engineView: () => engine.view,
    engineSnapshot: () => engine.ask('uploads.snapshot', undefined),
    activity,
    sandbox,
    connections,
    dialogs,
    sources: createSources(),
    sampleMatter: besideArchive('sample-matter', join(root, 'resources')),
    profiles: places.profiles,
    things,
    appView: settings.view,
    updates,
    offerInMenu: (commands) => {
      offerInMenu(commands);
      menu.heard();
    },
    reportFault: createFaultReporter(log.note),
    setPreferences: settings.setPreferences,
    setCaFile: settings.setCaFile,
    openAddress,
    openThing,
    windowContents: () => window.current()?.webContents ?? null,
    onBug: log.bug,
    onRefused: log.note,
  });
  setMenu({
    command: menu.carry,
    show: (thing) => void showThing({ things, openThing }, thing),
    checkForUpdates:
      updates.view.kind === 'off'
        ? null
        : () => {
            menu.carry('settings');
            void updates.check();
          },
  });
  lockSession(session.defaultSession, log.note);
  session.defaultSession.protocol.handle('app', (request) => serve(request, join(root, 'dist', 'renderer')));
  watchPower({ onWake: () => void goingOn.awake(), onShutdown: endWithComputer });
  // Not while it drains: what came forward then would be gone in a moment.
  const comeForward = (): void => {
    if (!quit.isQuitting()) window.show();
  };
  app.on('second-instance', comeForward);
  app.on('activate', comeForward);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  engine.start();
  window.show();
  void updates.begin();

  function endWithComputer(): void {
    updates.leave();
    // Also where an update was to be installed after the draining.
    quit.endBy(() => app.quit());
  }
}

function giveUp(error: unknown): void {
  log.bug('start', error);
  dialog.showErrorBox('Lading cannot start', `What happened is written in ${places.log}.`);
  app.exit(1);
}

function engineArguments(): string[] {
  return ['--state', places.state, '--version', app.getVersion()];
}

/** A program of ours beside this file, with this file's extension: source and build have the same tree. */
function besideMain(path: string): string {
  return fileURLToPath(new URL(`${path}${extname(import.meta.url)}`, import.meta.url));
}

/** In a package beside the archive, where other programs can open it; otherwise where the repository has it. */
function besideArchive(name: string, folder: string): string | null {
  const folders = [process.resourcesPath, folder].filter((path) => path !== undefined);
  return folders.map((path) => join(path, name)).find((path) => existsSync(path)) ?? null;
}

function runtimeWords(): string {
  const { electron, chrome, node } = process.versions;
  const parts = [electron === undefined ? null : `Electron ${electron}`, chrome && `Chromium ${chrome}`];
  return [...parts, `Node ${node}`].filter((part) => typeof part === 'string').join(' · ');
}
