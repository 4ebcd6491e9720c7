/** The sandbox keeps what it gets on this computer, whose disk may be too small for it. */
import { words } from '../i18n/words.ts';
import { useQuery } from '../state/use-query.ts';
import { Notice } from '../ui/notice.tsx';

const spaceWords = words.sandbox.space;

/** Where the sandbox is chosen: before the size of an upload is known. */
export function SandboxSpace() {
  const free = useFreeBytes();
  return free === null ? null : <p className="small muted">{spaceWords.free(free)}</p>;
}

export function SandboxSpaceNotice({ bytes }: { readonly bytes: number }) {
  const free = useFreeBytes();
  if (free === null || bytes <= free) return null;
  return (
    <Notice tone="warn" title={spaceWords.full}>
      {spaceWords.fullText(bytes, free)}
    </Notice>
  );
}

/** Returns null until it is known. */
function useFreeBytes(): number | null {
  const free = useQuery('sandbox.freeBytes', whole);
  return free.kind === 'loaded' ? free.value : null;
}

const whole = { argument: undefined } as const;
