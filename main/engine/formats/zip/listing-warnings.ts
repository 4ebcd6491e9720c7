import type { ListingWarning } from '../../../../preload/contract/views/content-check.ts';
import { isContainerName } from '../../../../preload/contract/views/content-type.ts';

type NameWarning = 'unsafe-paths' | 'control-characters' | 'impossible-sizes';

/** `..` as a part, an absolute path, a drive. */
const unsafe = /^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)/;
/** Counts names that a person should know about, and keeps one of each kind. */
export function warningTally() {
  const tallies = new Map<NameWarning, { entries: number; readonly example: Buffer }>();
  let nestedContainers = 0;
  const add = (kind: NameWarning, name: Buffer): void => {
    const tally = tallies.get(kind);
    if (tally === undefined) tallies.set(kind, { entries: 1, example: Buffer.from(name) });
    else tally.entries += 1;
  };
  return {
    add,
    checkName(name: Buffer): void {
      const text = name.toString('latin1');
      if (unsafe.test(text)) add('unsafe-paths', name);
      if (hasControlCharacter(name)) add('control-characters', name);
      // By name: nothing is expanded to look inside.
      if (isContainerName(text)) nestedContainers += 1;
    },
    *found(show: (name: Buffer) => string): Generator<ListingWarning> {
      for (const [kind, { entries, example }] of tallies) yield { kind, entries, example: show(example) };
      if (nestedContainers > 0) yield { kind: 'nested-containers', entries: nestedContainers };
    },
  };
}

function hasControlCharacter(name: Buffer): boolean {
  for (const byte of name) if (byte < 32 || byte === 127) return true;
  return false;
}
