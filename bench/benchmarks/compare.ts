import { median } from '../report/median.ts';
import type { Row } from '../report/row.ts';

export interface Contender {
  name: string;
  measure: () => Promise<number>;
}

export interface Comparison {
  task: string;
  unit: string;
  better: Row['better'];
  rounds: number;
}

/**
 * Measures all in turn, round after round (A B C A B C …), so that what the machine does meanwhile meets all alike.
 * One round goes before to warm up. A row for each contender after the first, which is their base.
 */
export const compare = async (
  { task, unit, better, rounds }: Comparison,
  base: Contender,
  ...subjects: readonly Contender[]
): Promise<Row[]> => {
  const all = [base, ...subjects].map((contender) => ({ ...contender, values: new Array<number>() }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { measure, values } of all) {
      const value = await measure();
      if (round > 0) values.push(value);
    }
  }
  const bases = all[0]?.values ?? [];
  return all.slice(1).map(({ name, values }) => {
    const ratios = values.map((value, round) => value / (bases[round] ?? Number.NaN));
    return {
      task,
      subject: name,
      base: base.name,
      ratio: median(ratios),
      low: Math.min(...ratios),
      high: Math.max(...ratios),
      better,
      value: median(values),
      baseValue: median(bases),
      unit,
    };
  });
};
