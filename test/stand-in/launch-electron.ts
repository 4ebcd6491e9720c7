/** Starts the app in real Electron, through Playwright. Main is patched to record what only the system would show. */
import { once } from 'node:events';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { loopDelay } from '../../build/stand-in/loop-delay.ts';
import { nothingObserved, type ObservedState } from '../../build/stand-in/observed.ts';
import { dropFiles, type LaunchOptions, type RunningApp } from './running-app.ts';

type TestState = { shown: ObservedState; answers: unknown[]; waiting: ((answer: unknown) => void)[] };

export async function launchElectron(
  executablePath: string,
  repository: string,
  options: LaunchOptions,
): Promise<RunningApp> {
  const { stateDir, args = [], env = {} } = options;
  const app = await _electron.launch({
    executablePath,
    args: [...chromiumSwitches(options), repository, '--state', stateDir, ...args],
    cwd: join(repository),
    env: { ...definedOnly(process.env), ...env },
  });
  const child = app.process();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1));
  // Main is already running: what it did before this is not recorded.
  await app.evaluate(
    ({ dialog, shell, webContents, BrowserWindow, Notification, powerSaveBlocker, app: own }, shown) => {
      const state: TestState = { shown, answers: [], waiting: [] };
      Object.assign(globalThis, { standIn: state });
      const ask = async (kind: 'open' | 'save' | 'message', given: unknown[]): Promise<unknown> => {
        shown.dialogs.push({ kind, options: { ...(given.at(-1) as object) } });
        if (state.answers.length > 0) return state.answers.shift();
        return new Promise((resolve) => state.waiting.push(resolve));
      };
      Object.assign(dialog, {
        async showOpenDialog(...given: unknown[]) {
          const answer = await ask('open', given);
          const filePaths = Array.isArray(answer) ? answer : [];
          return { canceled: filePaths.length === 0, filePaths };
        },
        async showSaveDialog(...given: unknown[]) {
          const answer = await ask('save', given);
          const filePath = typeof answer === 'string' ? answer : '';
          return { canceled: filePath === '', filePath };
        },
        async showMessageBox(...given: unknown[]) {
          const answer = await ask('message', given);
          const { cancelId = 0 } = given.at(-1) as Electron.MessageBoxOptions;
          return { response: typeof answer === 'number' ? answer : cancelId, checkboxChecked: false };
        },
      });
      Object.assign(shell, {
        async openExternal(address: string) {
          shown.openedExternally.push(address);
        },
        async openPath(path: string) {
          shown.openedPaths.push(path);
          return '';
        },
      });
      const show = Notification.prototype.show;
      Notification.prototype.show = function recordNotification() {
        shown.notifications.push({ title: this.title, body: this.body });
        show.call(this);
      };
      const start = powerSaveBlocker.start.bind(powerSaveBlocker);
      powerSaveBlocker.start = (kind) => {
        shown.powerBlockers.push(kind);
        return start(kind);
      };
      const stop = powerSaveBlocker.stop.bind(powerSaveBlocker);
      powerSaveBlocker.stop = (id) => {
        shown.powerBlockers.pop();
        return stop(id);
      };
      const setProgressBar = BrowserWindow.prototype.setProgressBar;
      BrowserWindow.prototype.setProgressBar = function recordNotification(value, given) {
        shown.progress = { value, mode: value < 0 ? 'none' : (given?.mode ?? 'normal') };
        setProgressBar.call(this, value, given);
      };
      // After the app's own listeners, which have decided by then.
      const watch = (contents: Electron.WebContents) =>
        contents.on('will-navigate', ({ url, defaultPrevented }) => {
          shown.navigations.push({ url, allowed: !defaultPrevented });
        });
      for (const contents of webContents.getAllWebContents()) watch(contents);
      own.on('web-contents-created', (_, contents) => setImmediate(() => watch(contents)));
    },
    nothingObserved(),
  );
  let page = await app.firstWindow();
  await page.waitForLoadState();
  return {
    runtime: 'electron',
    get page() {
      return page;
    },
    pid: child.pid ?? 0,
    shown: async () => {
      const observed = await app.evaluate(({ BrowserWindow, Menu, app: own }) => {
        // Runs in Electron's main process, where launchElectron defined it.
        const standIn: TestState = Reflect.get(globalThis, 'standIn');
        type Item = Electron.MenuItem;
        const describe = (items: readonly Item[]): ObservedState['menu'] =>
          items
            .filter(({ type, visible }) => type !== 'separator' && visible)
            .map(({ id, label, role, accelerator, enabled, checked, submenu }) => ({
              id,
              label,
              role: role ?? '',
              accelerator: String(accelerator ?? ''),
              enabled,
              checked,
              items: describe(submenu?.items ?? []),
            }));
        const [window] = BrowserWindow.getAllWindows();
        return {
          ...standIn.shown,
          menu: describe(Menu.getApplicationMenu()?.items ?? []),
          window:
            window === undefined
              ? null
              : { visible: window.isVisible(), minimized: window.isMinimized(), title: window.getTitle() },
          processes: own
            .getAppMetrics()
            .filter(({ type, name }) => type === 'Utility' && name?.startsWith('Lading') === true)
            .map(({ name = '', pid }) => ({ name, pid })),
        };
      });
      return hideGaps(observed);
    },
    answerDialog: (answer) =>
      app.evaluate((_, value) => {
        // Runs in Electron's main process, where launchElectron defined it.
        const standIn: TestState = Reflect.get(globalThis, 'standIn');
        const next = standIn.waiting.shift();
        if (next === undefined) standIn.answers.push(value);
        else next(value);
      }, answer),
    chooseMenu: (wanted) =>
      app.evaluate(({ Menu }, idOrLabel) => {
        const all = (items: readonly Electron.MenuItem[]): Electron.MenuItem[] =>
          items.flatMap((item) => [item, ...all(item.submenu?.items ?? [])]);
        const found = all(Menu.getApplicationMenu()?.items ?? []).find(
          ({ id, label }) => id === idOrLabel || label.replace('&', '') === idOrLabel,
        );
        if (found === undefined) throw new Error(`The menu has no item ${idOrLabel}.`);
        found.click();
      }, wanted),
    chooseTray: async () => {
      throw new Error('Electron has no way to click a tray icon.');
    },
    clickNotification: async () => {
      throw new Error('Electron has no way to click a notification.');
    },
    power: (event) =>
      app.evaluate(({ powerMonitor, BrowserWindow }, name) => {
        const system: NodeJS.EventEmitter = powerMonitor;
        const [window] = BrowserWindow.getAllWindows();
        const given = { preventDefault() {} };
        if (name === 'session-end') window?.emit('query-session-end', given);
        else system.emit(name, given);
      }, event),
    systemTheme: (theme) => page.emulateMedia({ colorScheme: theme }),
    drop: (selector, paths) => dropFiles(page, selector, paths),
    closeWindow: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    async currentPage() {
      page = app.windows().at(-1) ?? (await app.waitForEvent('window'));
      await page.waitForLoadState();
      return page;
    },
    async quit() {
      app.evaluate(({ app: own }) => own.quit()).catch(() => {});
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    loopDelay: () => app.evaluate(loopDelay),
    output: () => output,
  };
}

/** The options as Chromium switches. Throws for what Electron can't do. */
function chromiumSwitches({ headless = true, keychain, proxy }: LaunchOptions): string[] {
  const isLinux = process.platform === 'linux';
  if (headless && isLinux && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    throw new Error('Electron has no window without a display. Run this with xvfb-run -a.');
  }
  const switches = ['--disable-gpu'];
  if (process.getuid?.() === 0) switches.push('--no-sandbox');
  if (keychain === 'unavailable') {
    throw new Error("Electron can't run without a keychain. Only the stand-in can.");
  }
  if (isLinux) switches.push(`--password-store=${keychain === undefined ? 'basic' : 'gnome-libsecret'}`);
  else if (keychain !== undefined) {
    throw new Error(`Only Linux has ${keychain}: here Electron has the system's own keychain.`);
  }
  if (proxy !== undefined) {
    const [, server] = /^PROXY (\S+)$/.exec(proxy) ?? [];
    if (server === undefined) throw new Error(`Electron can't use “${proxy}” as the system's proxy.`);
    switches.push(`--proxy-server=${server}`);
  }
  return switches;
}

/** Electron offers no way to observe these. A test that reads one must not take it for empty. */
const gaps = ['tray', 'permissionRequests', 'windowOpens', 'cancelledRequests'] as const;

function hideGaps(observed: ObservedState): ObservedState {
  for (const gap of gaps) {
    Object.defineProperty(observed, gap, {
      enumerable: false,
      get() {
        throw new Error(`Electron doesn't report ${gap}. Only the stand-in does.`);
      },
    });
  }
  return observed;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
