import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatGb, monthName } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
// With uPlot's own styles.
import '../../ui/chart.css';
import { useActiveTheme } from '../../ui/use-active-theme.ts';
import './trend-chart.css';
import { type TrendPoint, trendScaleMax } from './trend.ts';

const billingWords = words.billing;

/** Billed size by month: standard and ECA as one bar, the size at month end as a line. */
export function TrendChart({
  points,
  onHover,
}: {
  readonly points: readonly TrendPoint[];
  /** The month under the pointer; null when it leaves. Memoized. */
  readonly onHover: (point: TrendPoint | null) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const theme = useActiveTheme();

  useEffect(() => {
    const element = host.current;
    // A canvas keeps the colors it was drawn with, so a new theme needs a new chart.
    if (element === null || theme === '') return;
    const chart = new uPlot(chartOptions(element, points, onHover), chartData(points), element);
    const observer = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [theme, points, onHover]);

  return <div ref={host} className="trend-chart" role="img" aria-label={summary(points)} />;
}

function summary(points: readonly TrendPoint[]): string {
  const reported = points.filter(({ peakGb }) => peakGb !== null);
  const [first, last] = [reported[0], reported.at(-1)];
  if (first === undefined || last === undefined) return billingWords.trendEmpty;
  return billingWords.trendLabel(
    monthName(first.month),
    monthName(last.month),
    formatGb(first.peakGb ?? 0),
    formatGb(last.peakGb ?? 0),
  );
}

/** The bar of the total is drawn first and the standard part over it, so that ECA is what remains on top. */
function chartData(points: readonly TrendPoint[]): uPlot.AlignedData {
  return [
    points.map((_, index) => index),
    points.map(({ peakGb }) => peakGb),
    points.map(({ standardGb }) => standardGb),
    points.map(({ finalGb }) => finalGb),
  ];
}

function chartOptions(
  element: HTMLElement,
  points: readonly TrendPoint[],
  onHover: (point: TrendPoint | null) => void,
): uPlot.Options {
  const color = resolveColors(element);
  const axis = {
    stroke: color('text'),
    font: `11px ${getComputedStyle(element).fontFamily}`,
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars?.({ size: [0.62, 44], radius: 0.08 });
  const bar = (fill: string): uPlot.Series => ({
    fill,
    stroke: fill,
    width: 0,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  });
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 8, 0, 0],
    cursor: { x: false, y: false, drag: { x: false, y: false, setScale: false }, points: { show: false } },
    legend: { show: false },
    hooks: {
      setCursor: [
        ({ cursor }) => onHover((typeof cursor.idx === 'number' ? points[cursor.idx] : null) ?? null),
      ],
    },
    scales: {
      x: { time: false, range: () => [-0.6, points.length - 0.4] },
      y: { range: () => [0, trendScaleMax(points)] },
    },
    series: [
      {},
      bar(color('eca')),
      bar(color('standard')),
      {
        stroke: color('final'),
        width: 1.5,
        dash: [5, 4],
        points: { show: true, size: 5, fill: color('final') },
      },
    ],
    axes: [
      {
        ...axis,
        size: 22,
        gap: 5,
        grid: { show: false },
        // As many names as fit beside each other, the last one always.
        splits: ({ width }) => {
          const every = Math.max(1, Math.ceil(points.length / Math.max(1, Math.floor(width / 74))));
          return points.map((_, index) => index).filter((index) => (points.length - 1 - index) % every === 0);
        },
        values: (_plot, ticks) =>
          ticks.map((index) => {
            const point = points[index];
            return point === undefined ? '' : monthName(point.month);
          }),
      },
      {
        ...axis,
        size: 78,
        gap: 8,
        grid: { stroke: color('rule'), width: 1 },
        splits: (_plot, _axis, _low, high) => [0, high / 2, high],
        values: (_plot, ticks) => ticks.map((value) => (value === 0 ? '0' : formatGb(value))),
      },
    ],
  };
}

type ColorName = 'standard' | 'eca' | 'final' | 'rule' | 'text';

/** A canvas needs plain colors, and light-dark() is only resolved in a computed style. */
function resolveColors(element: HTMLElement): (name: ColorName) => string {
  return (name) => {
    const probe = element.ownerDocument.createElement('span');
    probe.className = `trend-${name}`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
