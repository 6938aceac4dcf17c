import type { Context } from '../context.ts';
import { findOtherSources, noteSource } from '../store/rows/replicas.ts';
import type { Source } from './source.ts';

/** Where in its source a registry is: the pass, and the position as the source has it. */
interface Place {
  round: number;
  position: string;
}

type Keeping = Pick<Context, 'store'>;

const cause = { actor: 'server' } as const;

/** A source that was away at the first look is known, without a place. */
export const readPlace = (json: string): Place => ({
  round: 1,
  position: '{}',
  ...(JSON.parse(json) as Partial<Place>),
});

/** The set that was read last stays: it keeps older ones out. */
const beginningOf = ({ position }: Place): string => {
  const { set } = JSON.parse(position) as { set?: string };
  return JSON.stringify({ set });
};

export const isBeginning = (place: Place): boolean => place.position === beginningOf(place);

export const keepPlace = (
  { store }: Keeping,
  { name }: Pick<Source, 'name'>,
  place: Place,
  besides: Omit<Parameters<typeof noteSource>[2], 'position_json'>,
): Promise<void> =>
  store.write(cause, (tx) => noteSource(tx, name, { position_json: JSON.stringify(place), ...besides }));

/**
 * Has sources that were followed before read from their beginning if they are followed again: what this one wrote since
 * is not behind their positions.
 */
export const rewindOthers = async (context: Keeping, { name }: Pick<Source, 'name'>): Promise<void> => {
  for (const { source, position_json } of await findOtherSources(context.store.read, name)) {
    const place = readPlace(position_json);
    if (isBeginning(place)) continue;
    await keepPlace(context, { name: source }, { round: place.round + 1, position: beginningOf(place) }, {});
  }
};
