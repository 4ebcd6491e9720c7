/**
 * A first step of `npm test`: makes sure that there are programs to open what Lading writes. As root on Debian or Ubuntu it
 * installs those that are missing; elsewhere their tests are skipped.
 */
import { install, mayInstall } from './apt.ts';
import { isInstalled } from './fixtures/installed.ts';

const programs = [
  { program: 'unzip', package: 'unzip' },
  { program: '7z', package: 'p7zip-full' },
  { program: 'bsdtar', package: 'libarchive-tools' },
];

export function setUpPrograms(): void {
  const missing = programs.filter(({ program }) => !isInstalled(program));
  if (missing.length === 0) return;
  const names = missing.map(({ program }) => program).join(', ');
  if (mayInstall) {
    console.log(`Installing programs that tests open archives with, from the Debian packages: ${names}`);
    install(missing.map((one) => one.package));
  } else console.log(`Not installed, so that some tests are skipped: ${names}`);
}
