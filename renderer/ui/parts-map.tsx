import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { PartsView } from '../../preload/contract/views.ts';
import { count } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { type PartsCell, type PartsLayout, partsCells, partsLayout } from './parts-layout.ts';
import './parts-map.css';
import { useActiveTheme } from './use-active-theme.ts';

/**
 * Every part of a source file as a cell: acknowledged, in flight, to send; where there are thousands, a cell for a few
 * of them. What the pointer or the arrow keys are on is told in the line above.
 */
export function PartsMap({
  parts,
  about,
  onCell,
  told,
}: {
  readonly parts: PartsView;
  readonly about: string;
  /** What the person looks at; null for none. Memoised. */
  readonly onCell: (cell: PartsCell | null) => void;
  /** What is said of it. */
  readonly told: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [at, setAt] = useState<number | null>(null);
  const done = parts.done.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const layout = useMemo(
    () => partsLayout(parts.partCount, size.width, size.height),
    [parts.partCount, size.width, size.height],
  );
  const cells = useMemo(() => partsCells(parts, layout.perCell), [parts, layout.perCell]);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const theme = useActiveTheme();
  useEffect(() => {
    if (canvas.current !== null && theme !== '') draw(canvas.current, cells, layout, size, at);
  }, [cells, layout, size, at, theme]);

  // Its parts move on while the pointer rests.
  useEffect(() => onCell(at === null ? null : (cells[at] ?? null)), [cells, at, onCell]);

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const field = event.currentTarget.getBoundingClientRect();
    const column = Math.floor((event.clientX - field.left) / layout.cellPx);
    const index = Math.floor((event.clientY - field.top) / layout.cellPx) * layout.perRow + column;
    setAt(column < layout.perRow && index < cells.length ? index : null);
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: layout.perRow,
      ArrowUp: -layout.perRow,
      Home: -cells.length,
      End: cells.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt(Math.min(cells.length - 1, Math.max(0, at === null ? 0 : at + step)));
  }

  return (
    <div className="parts">
      <div className="parts-line">
        <span>{about}</span>
        {layout.perCell === 1 ? null : <span>{words.ui.partsPerCell(layout.perCell)}</span>}
        <span className="parts-told selectable">{told}</span>
        <span className="parts-key parts-done">
          {words.ui.partsUploaded} {count(done)}
        </span>
        <span className="parts-key parts-flight">
          {words.ui.partsInFlight} {count(parts.inFlight.length)}
        </span>
        <span className="parts-key parts-rest">
          {words.ui.partsWaiting} {count(Math.max(0, parts.partCount - done - parts.inFlight.length))}
        </span>
        {parts.retried.length === 0 ? null : (
          <span className="parts-key parts-retried">
            {words.ui.partsRetried} {count(parts.retried.length)}
          </span>
        )}
      </div>
      <div
        className="parts-field"
        role="slider"
        tabIndex={0}
        aria-label={words.ui.partsMap(done, parts.inFlight.length, parts.partCount)}
        aria-valuemin={1}
        aria-valuemax={cells.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={told === '' ? words.ui.partsHint : told}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(null)}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
      >
        <canvas ref={canvas} className="parts-canvas" />
      </div>
    </div>
  );
}

function draw(
  canvas: HTMLCanvasElement,
  cells: readonly PartsCell[],
  { cellPx, perRow }: PartsLayout,
  size: { readonly width: number; readonly height: number },
  at: number | null,
) {
  const brush = canvas.getContext('2d');
  if (brush === null || size.width === 0) return;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  brush.scale(scale, scale);
  const sidePx = cellPx - 1.5;
  const ink = resolveColors(canvas);
  cells.forEach((cell, index) => {
    const left = (index % perRow) * cellPx;
    const top = Math.floor(index / perRow) * cellPx;
    const share = sidePx / (cell.last - cell.first + 1);
    brush.fillStyle = ink.rest;
    brush.fillRect(left, top, sidePx, sidePx);
    brush.fillStyle = ink.done;
    brush.fillRect(left, top, cell.done * share, sidePx);
    brush.fillStyle = ink.flight;
    brush.fillRect(left + cell.done * share, top, cell.inFlight * share, sidePx);
    if (cell.retried > 0) {
      brush.fillStyle = ink.retried;
      brush.fillRect(left + sidePx / 2 - 2, top + sidePx / 2 - 2, 4, 4);
    }
    if (index === at) {
      brush.strokeStyle = ink.at;
      brush.lineWidth = 1.5;
      brush.strokeRect(left, top, sidePx, sidePx);
    }
  });
}

/** A canvas takes no tokens: the colours are read from spans that use them. */
function resolveColors(canvas: HTMLCanvasElement) {
  const probe = canvas.ownerDocument.createElement('span');
  canvas.parentElement?.append(probe);
  const of = (name: string) => {
    probe.className = `parts-ink-${name}`;
    return getComputedStyle(probe).color;
  };
  const found = {
    done: of('done'),
    flight: of('flight'),
    rest: of('rest'),
    retried: of('retried'),
    at: of('at'),
  };
  probe.remove();
  return found;
}
