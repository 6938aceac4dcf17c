import { median } from '../report/median.ts';
import type { Row } from '../report/row.ts';

export interface Contender<Figure = number> {
  name: string;
  measure: () => Promise<Figure>;
}

export interface Comparison {
  task: string;
  unit: string;
  better: Row['better'];
  rounds: number;
}

/** The measurements of one contender, by round. */
export interface Played<Figure = number> {
  name: string;
  figures: readonly Figure[];
}

/**
 * Measures all contenders in turn, round after round (A B C A B C …), so that other load on the machine affects all of
 * them alike. One extra round warms up.
 */
export const playRounds = async <Figure>(
  rounds: number,
  contenders: readonly Contender<Figure>[],
): Promise<Played<Figure>[]> => {
  const played = contenders.map(({ name }) => ({ name, figures: new Array<Figure>() }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { measure }] of contenders.entries()) {
      const figure = await measure();
      if (round > 0) played[index]?.figures.push(figure);
    }
  }
  return played;
};

/** A row for each contender after the first, which is the base: medians of the rounds' ratios and values. */
export const compareRounds = (
  { task, unit, better }: Omit<Comparison, 'rounds'>,
  [base, ...subjects]: readonly Played[],
): Row[] => {
  if (base === undefined) throw new Error('there is nothing to compare');
  return subjects.map(({ name, figures }) => {
    const ratios = figures.map((figure, round) => figure / (base.figures[round] ?? Number.NaN));
    return {
      task,
      subject: name,
      base: base.name,
      ratio: median(ratios),
      low: Math.min(...ratios),
      high: Math.max(...ratios),
      better,
      value: median(figures),
      baseValue: median(base.figures),
      unit,
    };
  });
};

/** Plays the rounds and compares the figure of each contender with that of the first. */
export const compare = async (
  { rounds, ...comparison }: Comparison,
  ...contenders: readonly Contender[]
): Promise<Row[]> => compareRounds(comparison, await playRounds(rounds, contenders));
