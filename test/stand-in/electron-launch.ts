/** The same under real Electron, through Playwright. What only the system shows (a notification) is noted by a patch in main. */
import { once } from 'node:events';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { dropOn, type LaunchOptions, type RunningApp } from './launch.ts';
import { loopDelay } from './loop-delay.ts';
import type { Shown } from './record.ts';

type Held = { standIn: { shown: Shown; answers: unknown[]; waiting: ((answer: unknown) => void)[] } };

export async function launchElectron(
  executablePath: string,
  repository: string,
  options: LaunchOptions,
): Promise<RunningApp> {
  const { stateDir, args = [], env = {} } = options;
  const rootless = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath,
    args: [...rootless, '--disable-gpu', repository, '--state', stateDir, ...args],
    cwd: join(repository),
    env: { ...withoutUndefined(process.env), ...env },
  });
  const child = app.process();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1));
  await app.evaluate(({ dialog, shell, Notification, powerSaveBlocker, app: own }) => {
    const shown = {
      dialogs: [],
      notifications: [],
      menu: [],
      tray: null,
      progress: { value: -1, mode: 'none' },
      powerBlockers: [],
      openedExternally: [],
      openedPaths: [],
      permissionRequests: [],
      windowOpens: [],
      navigations: [],
      cancelledRequests: [],
      window: null,
      processes: [],
    } as Shown;
    const held: Held['standIn'] = { shown, answers: [], waiting: [] };
    Object.assign(globalThis, { standIn: held });
    const ask = async (kind: 'open' | 'save' | 'message', given: unknown[]): Promise<unknown> => {
      shown.dialogs.push({ kind, options: { ...(given.at(-1) as object) } });
      if (held.answers.length > 0) return held.answers.shift();
      return new Promise((resolve) => held.waiting.push(resolve));
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
        return { response: typeof answer === 'number' ? answer : 0, checkboxChecked: false };
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
    Notification.prototype.show = function noted() {
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
    own.on('browser-window-created', () => {});
  });
  let page = await app.firstWindow();
  await page.waitForLoadState();
  return {
    runtime: 'electron',
    get page() {
      return page;
    },
    pid: child.pid ?? 0,
    shown: () =>
      app.evaluate(({ BrowserWindow, Menu }) => {
        // Runs in Electron's own process, where the launcher has put it.
        const { standIn } = globalThis as unknown as Held;
        type Item = Electron.MenuItem;
        const describe = (items: readonly Item[]): Shown['menu'] =>
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
        };
      }),
    answerDialog: (answer) =>
      app.evaluate((_, value) => {
        // Runs in Electron's own process, where the launcher has put it.
        const { standIn } = globalThis as unknown as Held;
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
      throw new Error('Electron gives no hold of a tray icon.');
    },
    clickNotification: async () => {
      throw new Error('Electron gives no hold of a notification.');
    },
    power: (event) => app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event),
    systemTheme: (theme) => page.emulateMedia({ colorScheme: theme }),
    drop: (selector, paths) => dropOn(page, selector, paths),
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

function withoutUndefined(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
