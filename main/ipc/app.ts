import type { Result } from '../../preload/contract/failure.ts';
import { failure, success } from '../../preload/contract/failure.ts';
import type { OfferedCommand, Parsed, RendererFault } from '../../preload/contract/index.ts';
import type { AppView, Preferences } from '../../preload/contract/views.ts';
import type { Updates } from '../updates/updates.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { Handlers } from './dispatcher.ts';

export type Thing = Parsed<'app.open'>['target'];

export interface AppDesk {
  readonly dialogs: Dialogs;
  /** Where the things lie that a person may look at. */
  readonly things: Readonly<Record<Thing, string>>;
  /** Empty, or why not. */
  readonly openThing: (path: string) => Promise<string>;
  readonly setPreferences: (preferences: Preferences) => Promise<Result<AppView>>;
  readonly setCaFile: (path: string | null) => Promise<Result<AppView>>;
  readonly appView: () => AppView;
  readonly offerInMenu: (commands: readonly OfferedCommand[]) => void;
  readonly reportFault: (fault: RendererFault) => void;
  readonly updates: Pick<Updates, 'check' | 'download' | 'install'>;
}

type Names =
  | 'preferences.set'
  | 'app.chooseCaFile'
  | 'app.forgetCaFile'
  | 'app.open'
  | 'app.reportFault'
  | 'menu.offer'
  | 'updates.check'
  | 'updates.download'
  | 'updates.install';

export function appHandlers(desk: AppDesk): Handlers<Names> {
  const { updates } = desk;
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
    'app.open': ({ target }) => showThing(desk, target),
    async 'app.reportFault'(fault) {
      desk.reportFault(fault);
      return success(undefined);
    },
    async 'menu.offer'({ commands }) {
      desk.offerInMenu(commands);
      return success(undefined);
    },
    'updates.check': () => updates.check(),
    'updates.download': () => updates.download(),
    'updates.install': () => updates.install(),
  };
}

export async function showThing(
  { things, openThing }: Pick<AppDesk, 'things' | 'openThing'>,
  target: Thing,
): Promise<Result<undefined>> {
  const path = things[target];
  const problem = await openThing(path);
  if (problem === '') return success(undefined);
  return failure('path-unreadable', `${path} cannot be shown: ${problem}`, { path });
}
