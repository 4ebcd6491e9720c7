import { everything } from '../../../../preload/contract/views/selection.ts';
import type { WatchReason, WatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { compileExclusion, compileSelection } from '../../intake/selection/skip-reason.ts';
import { certainFirstSegmentName } from '../../types/segments.ts';
import type { ScanFilters } from './scan-messages.ts';

/** What a rule takes of its folder. The subfolder that it moves sent files to isn't part of it. */
export function scanFilters({
  include,
  exclude,
  marker,
  afterwards,
}: Pick<WatchRule, 'include' | 'exclude' | 'marker' | 'afterwards'>): ScanFilters {
  return { include, exclude, marker, ignoredFolder: afterwards === 'leave' ? null : afterwards.moveTo };
}

/**
 * Tells of each file, by its folder and name, which of a rule's patterns keeps it from being taken. Null if none does. Of a
 * segment, what they say of the first one of its set: they arrive one after the other, and none is any use alone.
 */
export function filterReason({
  include,
  exclude,
}: ScanFilters): (folder: string, name: string) => WatchReason | null {
  if (include.length + exclude.length === 0) return () => null;
  const select = compileSelection({ ...everything, include, exclude });
  const file = {
    sizeBytes: 0,
    modifiedMs: 0,
    type: null,
    custodian: null,
    choice: null,
    known: null,
    duplicate: null,
    sent: null,
  };
  return (folder, name) => {
    const reason = select({ ...file, folder, name: certainFirstSegmentName(name) });
    if (reason?.code === 'excluded') return { code: 'excluded', pattern: reason.pattern };
    return reason === null ? null : { code: 'not-included' };
  };
}

/** Whether nothing of a path is taken, whatever is there. Without a name: of all that the folder holds. */
export function excludedPaths({ exclude }: Pick<ScanFilters, 'exclude'>) {
  const excluded = compileExclusion({ ...everything, exclude });
  return (folder: string, name: string | null): boolean => excluded({ folder, name, choice: null }) !== null;
}
