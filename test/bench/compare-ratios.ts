/** Whether ratios are as good as those that were reached before. Pure. */
import { type BenchRow, median } from './report.ts';

interface Reached {
  readonly ratio: number;
  /** Between runs of the same program, as a share of the ratio. */
  readonly spread: number;
  readonly better: 'more' | 'less';
}

/** By the row's words, without their numbers. */
export type Ratios = Readonly<Record<string, Reached>>;

export interface ComparedRatio {
  readonly what: string;
  readonly ratio: number | null;
  readonly was: number;
  readonly verdict: 'same' | 'better' | 'worse';
}

/** No machine is quieter than this. */
const leastSpread = 0.1;

/** A ratio that wasn't measured is worse. */
export function compareRatios(reached: Ratios, rows: readonly BenchRow[]): readonly ComparedRatio[] {
  const measured = new Map(rows.map(({ what, ratio }) => [wordsOf(what), ratio]));
  return Object.entries(reached).map(([what, { ratio: was, spread, better }]) => {
    const ratio = measured.get(what) ?? null;
    if (ratio === null) return { what, ratio, was, verdict: 'worse' };
    const gain = better === 'more' ? ratio / was : was / ratio;
    const verdict = gain < 1 - spread ? 'worse' : gain > 1 + spread ? 'better' : 'same';
    return { what, ratio, was, verdict };
  });
}

/** Whether one of the rows that were measured is worse than it was. */
export function isWorse(reached: Ratios, rows: readonly BenchRow[]): boolean {
  const measured = new Set(rows.map(({ what }) => wordsOf(what)));
  return compareRatios(reached, rows).some(({ what, verdict }) => measured.has(what) && verdict === 'worse');
}

/** Of each row, the better of two measurements. */
export function betterRows(
  reached: Ratios,
  first: readonly BenchRow[],
  second: readonly BenchRow[],
): readonly BenchRow[] {
  const again = new Map(second.map((row) => [wordsOf(row.what), row]));
  return first.map((row) => {
    const other = again.get(wordsOf(row.what));
    return other !== undefined && isWorse(reached, [row]) && !isWorse(reached, [other]) ? other : row;
  });
}

/** What several runs reached. Rows without a ratio aren't compared. */
export function recordRatios(runs: readonly (readonly BenchRow[])[]): Ratios {
  const [first = []] = runs;
  return Object.fromEntries(
    first.flatMap(({ what, goal }) => {
      const ratios = runs.flatMap((rows) => {
        const ratio = rows.find((row) => wordsOf(row.what) === wordsOf(what))?.ratio ?? null;
        return ratio === null ? [] : [ratio];
      });
      if (ratios.length === 0) return [];
      const ratio = median(ratios);
      const between = (Math.max(...ratios) - Math.min(...ratios)) / ratio;
      const better = goal.startsWith('≥') ? 'more' : 'less';
      const rounded = (value: number) => Number(value.toPrecision(3));
      const spread = rounded(Math.max(leastSpread, between));
      return [[wordsOf(what), { ratio: rounded(ratio), spread, better } satisfies Reached] as const];
    }),
  );
}

/** Sizes and counts differ from run to run. */
function wordsOf(what: string): string {
  return what.replaceAll(/\d[\d,.]*/g, 'N');
}
