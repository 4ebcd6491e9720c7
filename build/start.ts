/** `npm start`: builds the desktop application if needed and opens it. */
import { buildOutdated } from './index.ts';
import { findRuntime, hasDisplay, runApp } from './run-app.ts';

const report = (message: string): void => {
  process.stdout.write(`${message}\n`);
};

if (hasDisplay()) {
  await buildOutdated(report);
  const app = runApp(await findRuntime(report), { args: process.argv.slice(2) });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.kill(signal));
  app.once('exit', (code) => process.exit(code ?? 1));
} else {
  report('There is no display, so no window can open. You can run:');
  report('  npm run demo              an upload from start to receipt, in the terminal');
  report('  npx lading --help         the command line');
  report('  xvfb-run -a npm start     the window on a virtual display (apt-get install xvfb)');
  process.exitCode = 1;
}
