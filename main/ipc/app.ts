import type { Result } from '../../preload/contract/failure.ts';
import { failure, success } from '../../preload/contract/failure.ts';
import type { AppView, Preferences } from '../../preload/contract/views.ts';
import type { Dialogs } from '../shell/dialogs.ts';
import { type Page, pages } from '../shell/links.ts';
import type { Handlers } from './handle.ts';

export interface AppDesk {
  readonly dialogs: Dialogs;
  readonly dataFolder: string;
  readonly openAddress: (address: string) => Promise<void>;
  /** Empty, or why not. */
  readonly openFolder: (path: string) => Promise<string>;
  readonly setPreferences: (preferences: Preferences) => Promise<Result<AppView>>;
  readonly setCaFile: (path: string | null) => Promise<Result<AppView>>;
  readonly appView: () => AppView;
}

type Names =
  | 'preferences.set'
  | 'app.chooseCaFile'
  | 'app.forgetCaFile'
  | 'app.openExternal'
  | 'app.showDataFolder';

export function appHandlers(desk: AppDesk): Handlers<Names> {
  return {
    'preferences.set': (preferences) => desk.setPreferences(preferences),
    async 'app.chooseCaFile'() {
      const path = await desk.dialogs.chooseFile(
        'Choose the certificates of your organization',
        'Certificates',
        ['pem', 'crt', 'cer'],
      );
      return path === null ? success(desk.appView()) : desk.setCaFile(path);
    },
    'app.forgetCaFile': () => desk.setCaFile(null),
    'app.openExternal': ({ page }) => openPage(page, desk.openAddress),
    async 'app.showDataFolder'() {
      const problem = await desk.openFolder(desk.dataFolder);
      if (problem === '') return success(undefined);
      return failure('path-unreadable', `${desk.dataFolder} cannot be shown: ${problem}`, {
        path: desk.dataFolder,
      });
    },
  };
}

export async function openPage(
  page: Page,
  openAddress: (address: string) => Promise<void>,
): Promise<Result<undefined>> {
  const address = pages[page];
  if (address === null) return failure('not-known', 'This build of Lading has no such page.');
  await openAddress(address);
  return success(undefined);
}
