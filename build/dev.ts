/**
 * `npm run dev`: the desktop application from its sources. The window is served by Vite with React Fast Refresh; main,
 * engine and sandbox are rebuilt and restarted when they change.
 */
import { once } from 'node:events';
import { mkdirSync, realpathSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, type ViteDevServer } from 'vite';
import { buildPreload } from './bundle.ts';
import { repository } from './command-line.ts';
import { buildOutdatedPrograms, dist } from './index.ts';
import { findRuntime, hasDisplay, type RunOptions, runApp } from './run-app.ts';

/** A save changes several files within moments. */
const settleMs = 200;
/** An upload in progress is stopped cleanly first. */
const stopMs = 15_000;
const host = '127.0.0.1';

const report = (message: string): void => {
  process.stdout.write(`${message}\n`);
};

async function findFreePort(): Promise<number> {
  const probe = createTcpServer().listen(0, host);
  await once(probe, 'listening');
  // A TCP server's address is never a pipe's name.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function serveWindow(): Promise<{ readonly server: ViteDevServer; readonly url: string }> {
  const port = await findFreePort();
  const server = await createServer({
    configFile: join(repository, 'vite.config.ts'),
    plugins: [react()],
    clearScreen: false,
    server: {
      host,
      port,
      strictPort: true,
      // The page's own address is app://, which has no port.
      ws: { protocol: 'ws', host, clientPort: port },
      fs: { allow: [repository, realpathSync(join(repository, 'node_modules'))] },
    },
  });
  await server.listen();
  return { server, url: `http://${host}:${port}` };
}

interface RestartingApp {
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Ends this process when the app ends and was not stopped for a restart. */
async function startApp(options: RunOptions): Promise<RestartingApp> {
  const runtime = await findRuntime(report);
  let isStopping = false;
  let app = open();

  function open(): ReturnType<typeof runApp> {
    const opened = runApp(runtime, options);
    opened.once('exit', (code) => {
      if (!isStopping) process.exit(code ?? 1);
    });
    return opened;
  }

  async function stop(): Promise<void> {
    isStopping = true;
    if (app.exitCode !== null || app.signalCode !== null) return;
    const exited = once(app, 'exit');
    app.kill('SIGTERM');
    const timer = setTimeout(() => app.kill('SIGKILL'), stopMs);
    await exited;
    clearTimeout(timer);
  }

  return {
    stop,
    async restart() {
      await stop();
      isStopping = false;
      app = open();
    },
  };
}

/** Calls `rebuild` after each change below the folders; a change during a rebuild causes another one. */
function watchPrograms(
  server: ViteDevServer,
  folders: readonly string[],
  rebuild: () => Promise<void>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  server.watcher.add([...folders]);
  server.watcher.on('all', (_, path) => {
    if (!folders.some((folder) => path.startsWith(folder + sep)) || /\.test\.tsx?$/.test(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(rebuild);
    }, settleMs);
  });
}

async function develop(args: readonly string[]): Promise<void> {
  const { server, url } = await serveWindow();
  process.env['LADING_DEV_SERVER'] = url;
  report(`Serving the window from ${url}.`);
  await buildOutdatedPrograms(report);
  const hook = join(dist, 'dev', 'dev-window.cjs');
  await buildPreload(repository, 'build/dev-window.ts', hook);

  // Not the state of the installed application.
  const state = join(dist, 'dev', 'state');
  mkdirSync(state, { recursive: true });
  const app = await startApp({
    require: hook,
    args: args.includes('--state') ? args : ['--state', state, ...args],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void app.stop().then(() => process.exit(0)));
  }
  const folders = ['main', 'preload', 'resources/profiles'].map((path) => join(repository, path));
  watchPrograms(server, folders, async () => {
    try {
      await buildOutdatedPrograms(report);
    } catch (error) {
      report(`${String(error)}\nThe previous build keeps running.`);
      return;
    }
    report('Restarting.');
    await app.restart();
  });
}

if (hasDisplay()) await develop(process.argv.slice(2));
else {
  report(
    'There is no display, so no window can open. xvfb-run -a npm run dev opens one on a virtual display.',
  );
  process.exitCode = 1;
}
