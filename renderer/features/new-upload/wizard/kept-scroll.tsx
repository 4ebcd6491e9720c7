import { type ReactNode, useLayoutEffect, useRef } from 'react';
import './kept-scroll.css';

/** What is loaded after it opens makes it higher. */
const restoreMs = 3_000;

/** Scrolls what is in it, and opens where it was left. A list in it scrolls itself. */
export function KeptScroll({
  scrolledPx,
  onLeave,
  children,
}: {
  readonly scrolledPx: number;
  readonly onLeave: (scrolledPx: number) => void;
  readonly children: ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef({ scrolledPx, onLeave });
  latest.current.onLeave = onLeave;
  useLayoutEffect(() => {
    const kept = latest.current.scrolledPx;
    const openedMs = performance.now();
    let frame = 0;
    const restore = () => {
      const scroller = scrollerIn(element.current);
      if (scroller !== null && scroller.scrollHeight - scroller.clientHeight >= kept)
        scroller.scrollTop = kept;
      else if (performance.now() - openedMs < restoreMs) frame = requestAnimationFrame(restore);
    };
    if (kept > 0) restore();
    return () => {
      cancelAnimationFrame(frame);
      latest.current.onLeave(latest.current.scrolledPx);
    };
  }, []);
  return (
    <div
      ref={element}
      className="kept-scroll"
      onScrollCapture={() => {
        latest.current.scrolledPx = scrollerIn(element.current)?.scrollTop ?? 0;
      }}
    >
      {children}
    </div>
  );
}

function scrollerIn(element: HTMLElement | null): Element | null {
  return element?.querySelector('.grid, .file-tree') ?? element;
}
