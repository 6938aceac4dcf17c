let births = 0;

/** A number that grows with every value made: what a branch made itself is younger than the branch. */
export function nextBirth(): number {
  births += 1;
  return births;
}

export function latestBirth(): number {
  return births;
}
