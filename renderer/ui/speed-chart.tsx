import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { clockTime, rate } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import type { SpeedSample } from '../state/speed-history.ts';
import './speed-chart.css';
import { isLimitShown, peakSpeed, scaleMax } from './speed-chart-scale.ts';
import { useActiveTheme } from './use-active-theme.ts';

interface Shown {
  readonly points: readonly SpeedSample[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Bytes per second; null for none. */
  readonly limit: number | null;
}

/** Throughput over time, with the limit as a dashed line. */
export function SpeedChart({
  points,
  fromMs,
  toMs,
  limit,
  onPoint,
}: Shown & {
  /** What the pointer is over; null when it leaves. Memoised. */
  readonly onPoint: (point: SpeedSample | null) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useActiveTheme();
  const shown = useRef<Shown>({ points, fromMs, toMs, limit });
  shown.current = { points, fromMs, toMs, limit };

  useEffect(() => {
    const element = host.current;
    // A new theme is a new chart: a canvas keeps the colours it was drawn with.
    if (element === null || theme === '') return;
    const chart = new uPlot(
      chartOptions(element, () => shown.current, onPoint),
      chartData(shown.current),
      element,
    );
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
  }, [theme, onPoint]);

  useEffect(() => {
    plot.current?.setData(chartData({ points, fromMs, toMs, limit }));
  }, [points, fromMs, toMs, limit]);

  const now = points.at(-1)?.bytesPerSecond ?? 0;
  return (
    <div
      ref={host}
      className="chart"
      role="img"
      aria-label={words.ui.speedChart(rate(now), rate(peakSpeed(points)))}
    />
  );
}

function chartData({ points, fromMs, toMs, limit }: Shown): uPlot.AlignedData {
  const inView = points.filter(({ atMs }) => atMs > fromMs && atMs < toMs);
  const last = points.at(-1)?.bytesPerSecond ?? null;
  const first = points.find(({ atMs }) => atMs === fromMs)?.bytesPerSecond ?? null;
  const level = isLimitShown(peakSpeed(points, fromMs), limit) ? limit : null;
  // From side to side, also where no point is yet: the limit's line is drawn there too.
  return [
    [fromMs / 1000, ...inView.map(({ atMs }) => atMs / 1000), toMs / 1000],
    [first, ...inView.map(({ bytesPerSecond }) => bytesPerSecond), last],
    [level, ...inView.map(() => level), level],
  ];
}

function chartOptions(
  element: HTMLElement,
  shown: () => Shown,
  onPoint: (point: SpeedSample | null) => void,
): uPlot.Options {
  const colour = resolveColors(element);
  const axis = {
    stroke: colour.text,
    font: `11px ${getComputedStyle(element).fontFamily}`,
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [7, 24, 0, 0],
    cursor: { x: true, y: false, drag: { x: false, y: false, setScale: false }, points: { size: 7 } },
    legend: { show: false },
    hooks: {
      setCursor: [
        ({ cursor, data }) => {
          const at = cursor.idx === null || cursor.idx === undefined ? undefined : data[0][cursor.idx];
          const speed = typeof cursor.idx === 'number' ? data[1]?.[cursor.idx] : undefined;
          onPoint(
            at === undefined || typeof speed !== 'number' ? null : { atMs: at * 1000, bytesPerSecond: speed },
          );
        },
      ],
    },
    scales: {
      x: { range: () => [shown().fromMs / 1000, shown().toMs / 1000] },
      y: {
        range: () => {
          const { points, fromMs, limit } = shown();
          return [0, scaleMax(peakSpeed(points, fromMs), limit)];
        },
      },
    },
    series: [
      {},
      {
        stroke: colour.line,
        fill: colour.area,
        width: 1.5,
        points: { show: (_plot, _series, first, last) => last - first <= 2 },
      },
      { stroke: colour.limit, width: 1, dash: [4, 4], points: { show: false } },
    ],
    axes: [
      {
        ...axis,
        size: 22,
        gap: 5,
        space: 84,
        grid: { show: false },
        values: (plot, ticks) => {
          const spanSeconds = (plot.scales['x']?.max ?? 0) - (plot.scales['x']?.min ?? 0);
          const to = spanSeconds <= 300 ? 'seconds' : 'minutes';
          return ticks.map((second) => clockTime(new Date(second * 1000), undefined, to));
        },
      },
      {
        ...axis,
        size: 72,
        gap: 8,
        grid: { stroke: colour.rule, width: 1 },
        splits: (_plot, _axis, _low, high) => [0, high / 2, high],
        values: (_plot, ticks) => ticks.map((value) => (value === 0 ? '0' : rate(value))),
      },
    ],
  };
}

/** The tokens as a canvas understands them: light-dark() is only resolved in a colour that is used. */
function resolveColors(element: HTMLElement) {
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
