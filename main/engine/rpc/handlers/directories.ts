import { success } from '../../../../preload/contract/failures/failure.ts';
import { checkDirectoryOnThread } from '../../directories/check-on-thread.ts';
import { directoryRules, knownForm, syncDirectory } from '../../directories/sync-directory.ts';
import { loadProfile } from '../../platform/profile-file.ts';
import { findPlatform, type HandlerContext, type HandlersOf } from '../handler-context.ts';

/** Legal hold directories: one check at a time. A sync isn't canceled: whether it was carried out would be unknown. */
export function directoryHandlers(context: HandlerContext): HandlersOf<'directories'> {
  let running = new AbortController();
  return {
    async 'directories.check'({ path, connectionId, form }) {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      const platform = connectionId === null ? null : findPlatform(context, connectionId);
      // Without a connection that works, the default profile still says most.
      const profile = platform?.ok === true ? success(platform.value.profile) : await loadProfile();
      if (!profile.ok) return profile;
      const formOfPlatform = platform?.ok === true ? await knownForm(platform.value) : undefined;
      return checkDirectoryOnThread(path, directoryRules(profile.value, form ?? formOfPlatform), {
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) context.emit({ event: 'directories.progress', data: progress });
        },
      });
    },
    async 'directories.sync'({ connectionId, directoryId, check }) {
      const platform = findPlatform(context, connectionId);
      return platform.ok ? syncDirectory(platform.value, directoryId, check) : platform;
    },
    'directories.cancel': () => {
      running.abort();
      return success(undefined);
    },
  };
}
