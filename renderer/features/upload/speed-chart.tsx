import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatByteLimit, formatByteRate } from '../../../preload/contract/texts/format-bytes.ts';
import { clockTime } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import type { SpeedSample } from '../../state/speed-history.ts';
import '../../ui/chart.css';
import { useActiveTheme } from '../../ui/use-active-theme.ts';
import { isLimitShown, peakSpeed, scaleMax } from './speed-chart-scale.ts';

interface ChartInput {
  readonly samples: readonly SpeedSample[];
  readonly fromMs: number;
  readonly toMs: number;
  /** In bytes per second; null for no limit. */
  readonly limit: number | null;
}

/** Speed over time; the bandwidth limit is a dashed line. */
export function SpeedChart({
  samples,
  fromMs,
  toMs,
  limit,
  onHover,
}: ChartInput & {
  /** The sample under the pointer; null when it leaves. Memoized. */
  readonly onHover: (sample: SpeedSample | null) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useActiveTheme();
  const input = useRef<ChartInput>({ samples, fromMs, toMs, limit });
  input.current = { samples, fromMs, toMs, limit };

  useEffect(() => {
    const element = host.current;
    // A canvas keeps the colors it was drawn with, so a new theme needs a new chart.
    if (element === null || theme === '') return;
    const chart = new uPlot(
      chartOptions(element, () => input.current, onHover),
      chartData(input.current),
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
  }, [theme, onHover]);

  useEffect(() => {
    plot.current?.setData(chartData({ samples, fromMs, toMs, limit }));
  }, [samples, fromMs, toMs, limit]);

  const now = samples.at(-1)?.bytesPerSecond ?? 0;
  return (
    <div
      ref={host}
      className="speed-chart"
      role="img"
      aria-label={words.ui.speedChart(formatByteRate(now), formatByteRate(peakSpeed(samples)))}
    />
  );
}

function chartData({ samples, fromMs, toMs, limit }: ChartInput): uPlot.AlignedData {
  const visible = samples.filter(({ atMs }) => atMs > fromMs && atMs < toMs);
  const last = samples.at(-1)?.bytesPerSecond ?? null;
  const first = samples.find(({ atMs }) => atMs === fromMs)?.bytesPerSecond ?? null;
  const level = isLimitShown(peakSpeed(samples, fromMs), limit) ? limit : null;
  // From edge to edge, so the limit's line is drawn where there are no samples yet.
  return [
    [fromMs / 1000, ...visible.map(({ atMs }) => atMs / 1000), toMs / 1000],
    [first, ...visible.map(({ bytesPerSecond }) => bytesPerSecond), last],
    [level, ...visible.map(() => level), level],
  ];
}

function chartOptions(
  element: HTMLElement,
  input: () => ChartInput,
  onHover: (sample: SpeedSample | null) => void,
): uPlot.Options {
  const colors = resolveColors(element);
  const axis = {
    stroke: colors.text,
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
          onHover(
            at === undefined || typeof speed !== 'number' ? null : { atMs: at * 1000, bytesPerSecond: speed },
          );
        },
      ],
    },
    scales: {
      x: { range: () => [input().fromMs / 1000, input().toMs / 1000] },
      y: {
        range: () => {
          const { samples, fromMs, limit } = input();
          return [0, scaleMax(peakSpeed(samples, fromMs), limit)];
        },
      },
    },
    series: [
      {},
      {
        stroke: colors.line,
        fill: colors.area,
        width: 1.5,
        points: { show: (_plot, _series, first, last) => last - first <= 2 },
      },
      { stroke: colors.limit, width: 1, dash: [4, 4], points: { show: false } },
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
        grid: { stroke: colors.rule, width: 1 },
        splits: (_plot, _axis, _low, high) => [0, high / 2, high],
        values: (_plot, ticks) => ticks.map((value) => (value === 0 ? '0' : formatByteLimit(value))),
      },
    ],
  };
}

/** A canvas needs plain colors, and light-dark() is only resolved in a computed style. */
function resolveColors(element: HTMLElement) {
  const probe = element.ownerDocument.createElement('span');
  element.append(probe);
  const colorOf = (name: string) => {
    probe.className = `speed-chart-${name}`;
    return getComputedStyle(probe).color;
  };
  const resolved = {
    line: colorOf('line'),
    area: colorOf('area'),
    rule: colorOf('rule'),
    limit: colorOf('limit'),
    text: colorOf('text'),
  };
  probe.remove();
  return resolved;
}
