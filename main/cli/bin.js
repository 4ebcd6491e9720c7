#!/usr/bin/env node
// `npx lading` may be run by any Node; the engine needs the one that ships (the `node` package in devDependencies).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const shipped = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));
const node = existsSync(shipped) ? shipped : process.execPath;
const cli = spawn(node, [fileURLToPath(new URL('index.ts', import.meta.url)), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// Ctrl-C reaches the whole process group; waiting for the command lets it stop cleanly and say how to resume.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => cli.kill(signal));
process.on('SIGINT', () => process.stdin.isTTY || cli.kill('SIGINT')); // a terminal has already sent it to both
cli.on('exit', (code, signal) => process.exit(signal ? 3 : (code ?? 1)));
