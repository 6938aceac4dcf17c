import { seedChance } from '../support/mutate.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const ALPHABETS = {
  letters: LETTERS,
  upper: `${LETTERS.slice(0, 26)}0123456789`,
  mixed: `${LETTERS}0123456789`,
  digits: '0123456789',
};

/** Repeatable random text: secrets are made here, so that the source holds none that a scanner would report. */
export const fakeSecret = (length: number, alphabet: string = ALPHABETS.mixed, seed = 7): string => {
  const chance = seedChance(seed);
  return Array.from({ length }, () => alphabet[Math.floor(chance() * alphabet.length)]).join('');
};
