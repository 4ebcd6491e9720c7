import { dirname, join } from 'node:path';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import { localDay } from '../../preload/contract/texts/format-date.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { openDialogs, saveTitle } from '../words.ts';
import type { MainHandlers } from './dispatcher.ts';
import type { PathGrants } from './path-grants.ts';

export interface PathsDependencies {
  readonly dialogs: Pick<Dialogs, 'choosePaths' | 'chooseSavePath'>;
  readonly pathGrants: Pick<PathGrants, 'grant' | 'grantPlace'>;
  readonly engine: Pick<EngineHost, 'call'>;
  readonly sandbox: Pick<SandboxHost, 'view'>;
  /** Where a person who has saved nothing yet is likely to: the first is proposed that is in no source. */
  readonly saveFolders: readonly string[];
  /** The folder of the sample matter; null where this installation has none. */
  readonly sampleMatter: string | null;
  readonly now?: () => Date;
}

/** The window can't name a path: a person chooses it, and what the window then asks for is done with that path alone. */
export function pathHandlers({
  dialogs,
  pathGrants,
  engine,
  sandbox,
  saveFolders,
  sampleMatter,
  now = () => new Date(),
}: PathsDependencies): MainHandlers<'paths.choose' | 'paths.chooseWhereToSave' | 'sources.sample'> {
  /** Apart from the folders that evidence is chosen in, which is what the system would propose. */
  let lastSaveFolder: string | null = null;
  return {
    'paths.choose': async ({ purpose }) =>
      pathGrants.grant(purpose, await dialogs.choosePaths(openDialogs[purpose])),
    async 'paths.chooseWhereToSave'({ purpose, name, extension }) {
      const suggested = suggestedFileName(name, extension, now());
      const folders = lastSaveFolder === null ? saveFolders : [lastSaveFolder, ...saveFolders];
      const folder = await engine.call('exports.folder', { folders });
      const proposed = folder.ok && folder.value !== null ? join(folder.value, suggested) : suggested;
      const path = await dialogs.chooseSavePath(saveTitle(purpose, extension), proposed, extension);
      if (path !== null) lastSaveFolder = dirname(path);
      return success(path === null ? null : pathGrants.grantPlace(purpose, path));
    },
    async 'sources.sample'() {
      if (sandbox.view.kind !== 'running') return failure('sandbox-not-running');
      return sampleMatter === null
        ? failure('sample-matter-missing')
        : pathGrants.grant('source-folders', [sampleMatter]);
    },
  };
}

/**
 * A file name that every operating system accepts, with the day in the computer's zone: "Uploads 2026-11-14.csv". The person can
 * change it in the dialog. Pure.
 */
export function suggestedFileName(text: string, extension: string, at: Date): string {
  const name = text
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 110)
    .replace(/^[. ]+|[. ]+$/g, '');
  const date = localDay(at);
  // A dataset is often named after the day.
  const dated = name.includes(date) ? name : `${name === '' ? 'Lading' : name} ${date}`;
  return `${dated}.${extension}`;
}
