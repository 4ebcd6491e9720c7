/** The sandbox keeps what it gets on this computer, whose disk may be too small for it. */
import { printable } from '../../preload/contract/texts/printable.ts';
import { type SandboxSpace, sandboxSpaceText } from '../../preload/contract/views/sandbox-space.ts';
import { words } from '../i18n/words.ts';
import { useQuery } from '../state/use-query.ts';
import { Notice } from '../ui/notice.tsx';

const spaceWords = words.sandbox.space;

/** Where the sandbox is chosen: before the size of an upload is known. */
export function FreeSandboxSpace() {
  const free = useQuery('sandbox.freeBytes', whole);
  if (free.kind !== 'loaded' || free.value === null) return null;
  return <p className="small muted">{spaceWords.free(free.value)}</p>;
}

const whole = { argument: undefined } as const;

/** `space`: what the plan of an upload says of its disk, which is null where there is enough. */
export function SandboxSpaceNotice({ space }: { readonly space: SandboxSpace | null }) {
  if (space === null) return null;
  return (
    <Notice tone="warn" title={spaceWords.full}>
      {printable(sandboxSpaceText(space))}
    </Notice>
  );
}
