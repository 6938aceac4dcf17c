/** A number with so many decimals, as Python rounds: what lies exactly between two goes to the even one. */
export const toFixedEven = (value: number, places: number): string => {
  // Only a multiple of this power of two can lie between: the power of ten in it is odd.
  const halves = value * 2 ** (places + 1);
  const scale = 10 ** places;
  const isBetween = Number.isInteger(halves) && halves % 2 !== 0;
  if (!isBetween || Math.abs(value * scale) > Number.MAX_SAFE_INTEGER) return value.toFixed(places);
  const low = Math.floor(value * scale);
  return ((low % 2 === 0 ? low : low + 1) / scale).toFixed(places);
};
