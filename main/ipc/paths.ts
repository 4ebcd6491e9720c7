import { failure, success } from '../../preload/contract/failures/failure.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { openDialogs, saveTitle } from '../words.ts';
import type { MainHandlers } from './dispatcher.ts';
import type { PathGrants } from './path-grants.ts';

export interface PathsDependencies {
  readonly dialogs: Pick<Dialogs, 'choosePaths' | 'chooseSavePath'>;
  readonly pathGrants: Pick<PathGrants, 'grant' | 'grantPlace'>;
  readonly sandbox: Pick<SandboxHost, 'view'>;
  /** The folder of the sample matter; null where this installation has none. */
  readonly sampleMatter: string | null;
  readonly now?: () => Date;
}

/** The window can't name a path: a person chooses it, and what the window then asks for is done with that path alone. */
export function pathHandlers({
  dialogs,
  pathGrants,
  sandbox,
  sampleMatter,
  now = () => new Date(),
}: PathsDependencies): MainHandlers<'paths.choose' | 'paths.chooseWhereToSave' | 'sources.sample'> {
  return {
    'paths.choose': async ({ purpose }) =>
      pathGrants.grant(purpose, await dialogs.choosePaths(openDialogs[purpose])),
    async 'paths.chooseWhereToSave'({ purpose, name, extension }) {
      const suggested = suggestedFileName(name, extension, now());
      const path = await dialogs.chooseSavePath(saveTitle(purpose, extension), suggested, extension);
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
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  const date = `${at.getFullYear()}-${month}-${day}`;
  // A dataset is often named after the day.
  const dated = name.includes(date) ? name : `${name === '' ? 'Lading' : name} ${date}`;
  return `${dated}.${extension}`;
}
