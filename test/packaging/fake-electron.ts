/**
 * A fake Electron distribution: the files that electron-builder looks for, and a program that contains nothing but its
 * fuses. With it the real packager runs without the real runtime.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';

export type Target = 'linux' | 'win' | 'mac';

/** The marker that @electron/fuses searches for. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseCount = Object.values(FuseV1Options).filter((value) => typeof value === 'number').length;

/** All fuses off, so that one that is on afterwards was switched on. */
function program(): Buffer {
  const wire = Buffer.from([1, fuseCount, ...Array<number>(fuseCount).fill(0x30)]);
  return Buffer.concat([Buffer.alloc(4096), Buffer.from(SENTINEL), wire, Buffer.alloc(4096)]);
}

const plist = (name: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>CFBundleExecutable</key><string>${name}</string>
  <key>CFBundleIdentifier</key><string>invalid.fake</string>
  <key>CFBundleName</key><string>${name}</string>
  <key>CFBundleDisplayName</key><string>${name}</string>
</dict></plist>
`;

const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`);

function files(target: Target): Readonly<Record<string, string | Buffer>> {
  const about = { version: '45.4.1', LICENSE: 'Electron', 'LICENSES.chromium.html': 'Chromium' };
  const locales = { 'locales/en-US.pak': 'en', 'locales/de.pak': 'de' };
  switch (target) {
    case 'linux':
      return { ...about, ...locales, electron: program(), 'resources/.keep': '' };
    case 'win':
      return { ...about, ...locales, 'electron.exe': program(), 'resources/.keep': '' };
    case 'mac': {
      const app = 'Electron.app/Contents';
      const framework = `${app}/Frameworks/Electron Framework.framework`;
      return {
        ...about,
        [`${app}/Info.plist`]: plist('Electron'),
        [`${app}/MacOS/Electron`]: 'program',
        [`${app}/Resources/.keep`]: '',
        [`${app}/Resources/en.lproj/.keep`]: '',
        [`${app}/Resources/de.lproj/.keep`]: '',
        [`${framework}/Electron Framework`]: program(),
        [`${framework}/Versions/A/Resources/en.lproj/locale.pak`]: 'en',
        [`${framework}/Versions/A/Resources/de.lproj/locale.pak`]: 'de',
        ...Object.fromEntries(
          helpers.flatMap((name) => [
            [`${app}/Frameworks/${name}.app/Contents/Info.plist`, plist(name)],
            [`${app}/Frameworks/${name}.app/Contents/MacOS/${name}`, 'program'],
          ]),
        ),
      };
    }
  }
}

export function writeFakeElectron(folder: string, target: Target): void {
  for (const [path, content] of Object.entries(files(target))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode: 0o755 });
  }
}
