let births = 0;

/** A number that increases with every value made: what a branch has made itself is younger than the branch. */
export const nextBirth = (): number => {
  births += 1;
  return births;
};

export const latestBirth = (): number => births;
