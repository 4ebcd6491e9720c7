import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { fuseMissing, mountFuse } from '../fakes/fuse-folder.ts';
import { mounts } from './small-disk.ts';

/** A source folder that can go away and come back. */
export interface Root {
  readonly path: string;
  leave(): void;
  comeBack(): void;
  end(): Promise<void> | void;
}

/** Around the same files, as far as this user may mount: a drive, a volume, and a share. */
export async function openRoots(folders: readonly string[]): Promise<readonly Root[]> {
  const [drive = '', volume = '', share = ''] = folders;
  return [
    removableDrive(drive),
    mountedVolume(volume) ?? removableDrive(volume),
    (await fuseMissing()) === null ? await hangingShare(share) : removableDrive(share),
  ];
}

/** Leaves nothing behind. */
function removableDrive(path: string): Root {
  let isAway = false;
  return {
    path,
    leave() {
      if (!isAway) renameSync(path, `${path}.away`);
      isAway = true;
    },
    comeBack() {
      if (isAway) renameSync(`${path}.away`, path);
      isAway = false;
    },
    end() {},
  };
}

/** Leaves an empty folder behind. Null where it can't be mounted. */
function mountedVolume(files: string): Root | null {
  const path = `${files}.mounted`;
  mkdirSync(path);
  if (!mounts('--bind', files, path)) return null;
  let isAway = false;
  const leave = () => {
    if (!isAway) execFileSync('umount', ['-l', path]);
    isAway = true;
  };
  return {
    path,
    leave,
    comeBack() {
      if (isAway) execFileSync('mount', ['--bind', files, path]);
      isAway = false;
    },
    end: leave,
  };
}

/** Stops answering. */
async function hangingShare(files: string): Promise<Root> {
  const share = await mountFuse(files);
  return {
    path: share.path,
    leave: () => share.hang('lookup', 'getattr', 'open', 'read', 'opendir', 'readdir', 'release'),
    comeBack: share.resume,
    end: share.end,
  };
}
