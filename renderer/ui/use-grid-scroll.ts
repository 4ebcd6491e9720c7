import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { barAt, type Geometry, type Scroll, scrolled, scrollToShow } from './grid-window.ts';

const headPx = 35;

/** Ties the arithmetic of grid-window to a scrolling element. */
export function useGridScroll(
  element: RefObject<HTMLDivElement | null>,
  list: Omit<Geometry, 'viewportPx'>,
): {
  readonly geometry: Geometry;
  readonly scroll: Scroll;
  readonly onScroll: () => void;
  readonly show: (index: number) => void;
} {
  const [viewportPx, setViewport] = useState(400);
  const [scroll, setScroll] = useState<Scroll>({ barPx: 0, listPx: 0 });
  const geometry: Geometry = { ...list, viewportPx };
  const latest = useRef({ geometry, scroll });
  latest.current.geometry = geometry;

  const set = useCallback((next: Scroll) => {
    latest.current.scroll = next;
    setScroll(next);
  }, []);

  useLayoutEffect(() => {
    const grid = element.current;
    if (grid === null) return;
    const measure = () => setViewport(Math.max(0, grid.clientHeight - headPx));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    return () => observer.disconnect();
  }, [element]);

  const settling = useRef(0);
  const onScroll = useCallback(() => {
    const grid = element.current;
    if (grid === null) return;
    set(scrolled(latest.current.geometry, latest.current.scroll, grid.scrollTop));
    window.clearTimeout(settling.current);
    settling.current = window.setTimeout(() => {
      // After a pause the thumb goes where the rows say, see grid-window.
      const { geometry: now, scroll: at } = latest.current;
      const barPx = barAt(now, at.listPx);
      if (Math.abs(barPx - at.barPx) < 1) return;
      set({ barPx, listPx: at.listPx });
      grid.scrollTop = barPx;
    }, 160);
  }, [element, set]);
  useEffect(() => () => window.clearTimeout(settling.current), []);

  const show = useCallback(
    (index: number) => {
      const grid = element.current;
      if (grid === null) return;
      const { geometry: now, scroll: at } = latest.current;
      const listPx = scrollToShow(now, at.listPx, index);
      if (listPx === at.listPx) return;
      const barPx = barAt(now, listPx);
      set({ barPx, listPx });
      grid.scrollTop = barPx;
    },
    [element, set],
  );

  return { geometry, scroll, onScroll, show };
}
