/** One row of the table in docs/benchmarks.md. */
export interface BenchRow {
  readonly what: string;
  readonly value: string;
  readonly against: string;
  readonly ratio: number | null;
  readonly goal: string;
  readonly met: boolean | null;
}

export type Bench = () => Promise<readonly BenchRow[]>;

export const gibibyte = 1024 ** 3;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function atLeast(ratio: number, goal: number): Pick<BenchRow, 'ratio' | 'goal' | 'met'> {
  return { ratio, goal: `≥ ${goalText(goal)}×`, met: ratio >= goal };
}

export function atMost(ratio: number, goal: number): Pick<BenchRow, 'ratio' | 'goal' | 'met'> {
  return { ratio, goal: `≤ ${goalText(goal)}×`, met: ratio <= goal };
}

/** At least one decimal: 1.0, 0.95. */
function goalText(goal: number): string {
  return Number.isInteger(goal) ? goal.toFixed(1) : String(goal);
}

export function formatTable(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.value,
    row.against,
    row.ratio === null ? '' : `${row.ratio.toFixed(2)}×`,
    row.goal,
    row.met === null ? '' : row.met ? 'met' : 'missed',
  ]);
  const lines = [
    ['what', 'value', 'against', 'ratio', 'goal', ''],
    ['---', '---', '---', '---', '---', '---'],
    ...cells,
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
