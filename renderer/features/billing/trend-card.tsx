import { useState } from 'react';
import { formatGb } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { monthKey } from '../../state/billing/months.ts';
import { Card } from '../../ui/card.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { LoadingMonths } from './use-months.ts';
import '../../ui/table.css';
import { useCsvExport } from '../../ui/use-csv-export.tsx';
import { type TrendLength, trendLengths } from './month-choice.ts';
import { Gb } from './size-table.tsx';
import { finalSizeName, isCurrentMonth, type TrendPoint, trendMonthName } from './trend.ts';
import { TrendChart } from './trend-chart.tsx';

const billingWords = words.billing;
/** In the table and its CSV. */
const trendColumns = (points: readonly TrendPoint[]) => [
  billingWords.legendStandard,
  billingWords.legendEca,
  billingWords.billed,
  finalSizeName(points),
];

/** The months at a glance, as a chart or as a table. */
export function TrendCard({
  subject,
  points,
  note,
  loaded: { isLoading, isComplete },
  length,
  onLength,
}: {
  readonly subject: string;
  /** Memoized. */
  readonly points: readonly TrendPoint[];
  /** What the sums mean. */
  readonly note?: string;
  readonly loaded: Pick<LoadingMonths<unknown>, 'isLoading' | 'isComplete'>;
  readonly length: TrendLength;
  readonly onLength: (length: TrendLength) => void;
}) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [hovered, setHovered] = useState<TrendPoint | null>(null);
  const csv = useCsvExport(
    isComplete
      ? () => ({
          name: `${billingWords.trend} ${subject}`,
          columns: [billingWords.month, ...trendColumns(points).map((column) => `${column} (GB)`)],
          rows: points.map(({ month, standardGb, ecaGb, peakGb, finalGb }) => [
            monthKey(month),
            standardGb,
            ecaGb,
            peakGb,
            finalGb,
          ]),
        })
      : null,
    { inMenu: false },
  );
  return (
    <Card title={billingWords.trend} actions={csv.button}>
      {csv.notice}
      <div className="trend-bar">
        <SegmentedControl
          label={billingWords.trendRange}
          value={length}
          onChange={onLength}
          options={trendLengths.map((months) => ({
            value: months,
            label: billingWords.trendMonths(Number(months)),
          }))}
        />
        <SegmentedControl
          label={billingWords.trendView}
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: billingWords.chart, icon: 'chart' },
            { value: 'table', label: billingWords.table, icon: 'grid' },
          ]}
        />
        <span className="muted" aria-hidden>
          {hovered === null || view === 'table' ? '' : pointText(hovered)}
        </span>
      </div>
      {points.every(({ peakGb }) => peakGb === null) ? (
        <p className="muted">{isLoading ? words.common.loading : billingWords.trendEmpty}</p>
      ) : view === 'chart' ? (
        <>
          <TrendChart points={points} onHover={setHovered} />
          <Legend finalSize={finalSizeName(points)} />
        </>
      ) : (
        <TrendTable points={points} />
      )}
      {note === undefined ? null : <p className="muted small">{note}</p>}
    </Card>
  );
}

function pointText({ month, standardGb, ecaGb, finalGb }: TrendPoint): string {
  const parts = [
    [billingWords.legendStandard, standardGb],
    [billingWords.legendEca, ecaGb],
    [billingWords.final(isCurrentMonth(month)), finalGb],
  ] as const;
  return [
    trendMonthName(month),
    ...parts.map(([label, gb]) => `${label} ${gb === null ? billingWords.notReported : formatGb(gb)}`),
  ].join(' · ');
}

function Legend({ finalSize }: { readonly finalSize: string }) {
  return (
    <div className="trend-legend" aria-hidden>
      <span>
        <span className="trend-swatch trend-standard" />
        {billingWords.legendStandard}
      </span>
      <span>
        <span className="trend-swatch trend-eca" />
        {billingWords.legendEca}
      </span>
      <span>
        <span className="trend-swatch trend-final" />
        {finalSize}
      </span>
    </div>
  );
}

function TrendTable({ points }: { readonly points: readonly TrendPoint[] }) {
  const columns = trendColumns(points);
  return (
    <div className="trend-table">
      <table className="table" aria-label={billingWords.trend}>
        <thead>
          <tr>
            <th>{billingWords.month}</th>
            {columns.map((column) => (
              <th key={column} className="number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="selectable">
          {points.toReversed().map(({ month, standardGb, ecaGb, peakGb, finalGb }) => (
            <tr key={monthKey(month)}>
              <td>{trendMonthName(month)}</td>
              {[standardGb, ecaGb, peakGb, finalGb].map((gb, column) => (
                <td key={columns[column]} className="number">
                  <Gb value={gb} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
