import { useEffect, useRef, useState } from 'react';
import type { PartsView } from '../../preload/contract/views.ts';
import { count } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { partsLayout } from './parts-layout.ts';
import './parts-map.css';

const { ui } = words;

/** Every part of a source file as a cell: acknowledged, in flight, to send. Up to the interface's 10,000. */
export function PartsMap({ parts, about }: { readonly parts: PartsView; readonly about: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const done = parts.done.reduce((sum, [first, last]) => sum + last - first + 1, 0);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, parts, size);
  }, [parts, size]);

  return (
    <div className="parts">
      <div className="parts-line">
        <span>{about}</span>
        <span className="spacer" />
        <span className="parts-key parts-done">
          {ui.partAcknowledged} {count(done)}
        </span>
        <span className="parts-key parts-flight">
          {ui.partInFlight} {count(parts.inFlight.length)}
        </span>
        <span className="parts-key parts-rest">
          {ui.partWaiting} {count(Math.max(0, parts.partCount - done - parts.inFlight.length))}
        </span>
      </div>
      <div className="parts-field">
        <canvas
          ref={canvas}
          className="parts-canvas"
          role="img"
          aria-label={ui.partsMap(done, parts.inFlight.length, parts.partCount)}
        />
      </div>
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, parts: PartsView, size: { width: number; height: number }) {
  const brush = canvas.getContext('2d');
  if (brush === null || size.width === 0) return;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  brush.scale(scale, scale);
  const { cellPx, perRow } = partsLayout(parts.partCount, size.width, size.height);
  const gapPx = cellPx >= 5 ? 1.5 : cellPx >= 3 ? 0.5 : 0;
  const ink = inks(canvas);

  const cells = (first: number, last: number, colour: string) => {
    brush.fillStyle = colour;
    for (let part = first; part <= last; part += 1) {
      const column = (part - 1) % perRow;
      const row = Math.floor((part - 1) / perRow);
      brush.fillRect(column * cellPx, row * cellPx, cellPx - gapPx, cellPx - gapPx);
    }
  };
  cells(1, parts.partCount, ink.rest);
  for (const [first, last] of parts.done) cells(first, last, ink.done);
  for (const part of parts.inFlight) cells(part, part, ink.flight);
}

/** A canvas takes no tokens: the colours are read from spans that use them. */
function inks(canvas: HTMLCanvasElement) {
  const probe = canvas.ownerDocument.createElement('span');
  canvas.parentElement?.append(probe);
  const of = (name: string) => {
    probe.className = `parts-ink-${name}`;
    return getComputedStyle(probe).color;
  };
  const found = { done: of('done'), flight: of('flight'), rest: of('rest') };
  probe.remove();
  return found;
}
