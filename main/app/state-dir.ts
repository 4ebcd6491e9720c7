/** The folder for the store, the sandbox, logs and crash reports. Shared with the command line, so without Electron. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export {
  inspectDataFolder,
  makeOwnFolder,
  openDataFolder,
  trustDataFolder,
} from '../engine/store/files/data-folder.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The system's own folder for application data. Pure. */
export function defaultStateDir(platform: NodeJS.Platform, env: Environment, home: string): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Lading');
    case 'win32':
      return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Lading');
    default: {
      // The XDG base directory specification: a relative path is invalid and ignored.
      const xdg = env['XDG_STATE_HOME'] ?? '';
      return join(xdg.startsWith('/') ? xdg : join(home, '.local', 'state'), 'lading');
    }
  }
}

export function resolveStateDir(given: string | undefined, env: Environment): string {
  return given === undefined ? defaultStateDir(process.platform, env, homedir()) : resolve(given);
}
