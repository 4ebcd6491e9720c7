import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type GridGeometry,
  offsetToShow,
  type ScrollPosition,
  scrollBy,
  scrollTopAt,
} from './grid-viewport.ts';

const headPx = 35;

/** The height that a list has at least in a low window (card.css). */
export function eightRows(rowPx: number): CSSProperties & { readonly '--eight-rows': string } {
  return { '--eight-rows': `${headPx + 8 * rowPx}px` };
}

/** Connects grid-viewport to a scrolling element. */
export function useGridScroll(
  element: RefObject<HTMLDivElement | null>,
  list: Omit<GridGeometry, 'viewportPx'>,
): {
  readonly geometry: GridGeometry;
  readonly widthPx: number;
  readonly scroll: ScrollPosition;
  readonly onScroll: () => void;
  readonly show: (index: number) => void;
} {
  const [viewportPx, setViewport] = useState(400);
  const [widthPx, setWidth] = useState(1000);
  const [scroll, setScroll] = useState<ScrollPosition>({ scrollTopPx: 0, offsetPx: 0 });
  const geometry: GridGeometry = { ...list, viewportPx };
  const latest = useRef({ geometry, scroll });
  latest.current.geometry = geometry;

  const set = useCallback((next: ScrollPosition) => {
    latest.current.scroll = next;
    setScroll(next);
  }, []);

  useLayoutEffect(() => {
    const grid = element.current;
    if (grid === null) return;
    const measure = () => {
      setViewport(Math.max(0, grid.clientHeight - headPx));
      setWidth(grid.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    return () => observer.disconnect();
  }, [element]);

  const settling = useRef(0);
  const onScroll = useCallback(() => {
    const grid = element.current;
    if (grid === null) return;
    set(scrollBy(latest.current.geometry, latest.current.scroll, grid.scrollTop));
    window.clearTimeout(settling.current);
    settling.current = window.setTimeout(() => {
      // After a pause, the thumb moves to the position that matches the rows (grid-viewport).
      const { geometry: now, scroll: at } = latest.current;
      const scrollTopPx = scrollTopAt(now, at.offsetPx);
      if (Math.abs(scrollTopPx - at.scrollTopPx) < 1) return;
      set({ scrollTopPx, offsetPx: at.offsetPx });
      grid.scrollTop = scrollTopPx;
    }, 160);
  }, [element, set]);
  useEffect(() => () => window.clearTimeout(settling.current), []);

  const show = useCallback(
    (index: number) => {
      const grid = element.current;
      if (grid === null) return;
      const { geometry: now, scroll: at } = latest.current;
      const offsetPx = offsetToShow(now, at.offsetPx, index);
      if (offsetPx === at.offsetPx) return;
      const scrollTopPx = scrollTopAt(now, offsetPx);
      set({ scrollTopPx, offsetPx });
      grid.scrollTop = scrollTopPx;
    },
    [element, set],
  );

  return { geometry, widthPx, scroll, onScroll, show };
}
