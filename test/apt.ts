import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const aptGet = '/usr/bin/apt-get';

export const hasApt = existsSync(aptGet);

/** As root on Debian or Ubuntu. */
export const mayInstall = hasApt && process.getuid?.() === 0;

/** Prints what it does. Packages that can't be installed are left out. */
export function install(packages: readonly string[]): void {
  apt('update', '-qq');
  apt('install', '-y', '-qq', ...packages);
}

function apt(...args: readonly string[]): void {
  console.log(`> apt-get ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(aptGet, args, { stdio: 'inherit', env });
}
