import { useEffect, useRef, useSyncExternalStore } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { clockTime, rate } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import './chart.css';

export interface SpeedSeries {
  readonly everyMs: number;
  readonly endMs: number;
  /** Oldest first. */
  readonly bytesPerSecond: readonly number[];
}

/** Throughput over time, with the limit as a dashed line. */
export function SpeedChart({
  series,
  limit,
}: {
  readonly series: SpeedSeries;
  /** Bytes per second; null for none. */
  readonly limit: number | null;
}) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useSyncExternalStore(onThemeChange, themeNow);
  const data = useRef<uPlot.AlignedData>([[], []]);
  data.current = aligned(series, limit);

  // A new theme, or a limit that comes or goes, is a new chart.
  const look = `${theme} ${limit === null ? 'free' : 'limited'}`;
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const chart = new uPlot(options(element, look.endsWith('limited')), data.current, element);
    plot.current = chart;
    const observer = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
      plot.current = null;
    };
  }, [look]);

  useEffect(() => plot.current?.setData(aligned(series, limit)), [series, limit]);

  const now = series.bytesPerSecond.at(-1) ?? 0;
  const peak = series.bytesPerSecond.reduce((most, value) => Math.max(most, value), 0);
  return (
    <div ref={host} className="chart" role="img" aria-label={words.ui.speedChart(rate(now), rate(peak))} />
  );
}

function aligned(series: SpeedSeries, limit: number | null): uPlot.AlignedData {
  const { bytesPerSecond, endMs, everyMs } = series;
  const times = bytesPerSecond.map(
    (_, index) => (endMs - (bytesPerSecond.length - 1 - index) * everyMs) / 1000,
  );
  const speeds = [...bytesPerSecond];
  return limit === null ? [times, speeds] : [times, speeds, times.map(() => limit)];
}

function options(element: HTMLElement, limited: boolean): uPlot.Options {
  const colour = colours(element);
  const axis = {
    stroke: colour.text,
    font: `11px ${getComputedStyle(element).fontFamily}`,
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    // Below as well: without a time yet there is no axis of times under the zero.
    padding: [8, 20, 8, 0],
    cursor: { show: false },
    legend: { show: false },
    // From zero, and with room for the limit's line.
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(10_000, high * 1.15)] } },
    series: [
      {},
      { stroke: colour.line, fill: colour.area, width: 1.5, points: { show: false } },
      ...(limited ? [{ stroke: colour.limit, width: 1, dash: [3, 4], points: { show: false } }] : []),
    ],
    axes: [
      {
        ...axis,
        size: 22,
        gap: 4,
        grid: { show: false },
        values: (_plot, ticks) => ticks.map((second) => clockTime(new Date(second * 1000))),
      },
      {
        ...axis,
        size: 72,
        gap: 6,
        space: 34,
        grid: { stroke: colour.rule, width: 1 },
        values: (_plot, ticks) => ticks.map((value) => (value === 0 ? '0' : rate(value))),
      },
    ],
  };
}

/** The tokens as a canvas understands them: light-dark() is only resolved in a colour that is used. */
function colours(element: HTMLElement) {
  const probe = element.ownerDocument.createElement('span');
  element.append(probe);
  const of = (name: string) => {
    probe.className = `chart-${name}`;
    return getComputedStyle(probe).color;
  };
  const found = {
    line: of('line'),
    area: of('area'),
    rule: of('rule'),
    limit: of('limit'),
    text: of('text'),
  };
  probe.remove();
  return found;
}

const darkQuery = '(prefers-color-scheme: dark)';

function themeNow(): string {
  return (
    document.documentElement.dataset['theme'] ?? (window.matchMedia(darkQuery).matches ? 'dark' : 'light')
  );
}

function onThemeChange(changed: () => void): () => void {
  const query = window.matchMedia(darkQuery);
  const observer = new MutationObserver(changed);
  query.addEventListener('change', changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    query.removeEventListener('change', changed);
    observer.disconnect();
  };
}
