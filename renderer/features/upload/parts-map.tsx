import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { PartsView } from '../../../preload/contract/views/views.ts';
import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { type PartsCell, type PartsLayout, partsCells, partsLayout } from './parts-layout.ts';
import './parts-map.css';
import { useActiveTheme } from '../../ui/use-active-theme.ts';

/**
 * The parts of a source file as cells: uploaded, in flight, waiting. If there are thousands, a cell represents several.
 * The line above describes the cell under the pointer or selected with the arrow keys.
 */
export function PartsMap({
  parts,
  caption,
  onCell,
  cellText,
}: {
  readonly parts: PartsView;
  readonly caption: string;
  /** The cell under the pointer or selected by key; null for none. Memoized. */
  readonly onCell: (cell: PartsCell | null) => void;
  /** Describes that cell. */
  readonly cellText: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [selected, setSelected] = useState<number | null>(null);
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
    if (canvas.current !== null && theme !== '') draw(canvas.current, cells, layout, size, selected);
  }, [cells, layout, size, selected, theme]);

  // The parts of a cell can change while the pointer rests on it.
  useEffect(() => onCell(selected === null ? null : (cells[selected] ?? null)), [cells, selected, onCell]);

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const field = event.currentTarget.getBoundingClientRect();
    const column = Math.floor((event.clientX - field.left) / layout.cellPx);
    const index = Math.floor((event.clientY - field.top) / layout.cellPx) * layout.perRow + column;
    setSelected(column < layout.perRow && index < cells.length ? index : null);
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
    setSelected(Math.min(cells.length - 1, Math.max(0, selected === null ? 0 : selected + step)));
  }

  return (
    <div className="parts">
      <div className="parts-line">
        <span>{caption}</span>
        {layout.perCell === 1 ? null : <span>{words.ui.partsPerCell(layout.perCell)}</span>}
        <span className="parts-text selectable">{cellText}</span>
        <span className="parts-key parts-uploaded">
          {words.ui.partsUploaded} {count(done)}
        </span>
        <span className="parts-key parts-in-flight">
          {words.ui.partsInFlight} {count(parts.inFlight.length)}
        </span>
        <span className="parts-key parts-waiting">
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
        aria-valuenow={(selected ?? 0) + 1}
        aria-valuetext={cellText === '' ? words.ui.partsHint : cellText}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setSelected(null)}
        onKeyDown={onKeyDown}
        onBlur={() => setSelected(null)}
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
  selected: number | null,
) {
  const brush = canvas.getContext('2d');
  if (brush === null || size.width === 0) return;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  brush.scale(scale, scale);
  const sidePx = cellPx - 1.5;
  const colors = resolveColors(canvas);
  cells.forEach((cell, index) => {
    const left = (index % perRow) * cellPx;
    const top = Math.floor(index / perRow) * cellPx;
    const share = sidePx / (cell.last - cell.first + 1);
    brush.fillStyle = colors.waiting;
    brush.fillRect(left, top, sidePx, sidePx);
    brush.fillStyle = colors.uploaded;
    brush.fillRect(left, top, cell.done * share, sidePx);
    brush.fillStyle = colors.inFlight;
    brush.fillRect(left + cell.done * share, top, cell.inFlight * share, sidePx);
    if (cell.retried > 0) {
      brush.fillStyle = colors.retried;
      brush.fillRect(left + sidePx / 2 - 2, top + sidePx / 2 - 2, 4, 4);
    }
    if (index === selected) {
      brush.strokeStyle = colors.selected;
      brush.lineWidth = 1.5;
      brush.strokeRect(left, top, sidePx, sidePx);
    }
  });
}

/** A canvas can't use tokens, so the colors are read from elements that do. */
function resolveColors(canvas: HTMLCanvasElement) {
  const probe = canvas.ownerDocument.createElement('span');
  canvas.parentElement?.append(probe);
  const colorOf = (name: string) => {
    probe.className = `parts-color-${name}`;
    return getComputedStyle(probe).color;
  };
  const resolved = {
    uploaded: colorOf('uploaded'),
    inFlight: colorOf('in-flight'),
    waiting: colorOf('waiting'),
    retried: colorOf('retried'),
    selected: colorOf('selected'),
  };
  probe.remove();
  return resolved;
}
