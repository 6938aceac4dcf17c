/** A longer list of encodings is ignored. */
const acceptedCharsMax = 256;

/** Of these codings, in their order, those that an Accept-Encoding header names. */
export const acceptedCodings = <Coding extends string>(
  accepted: string | undefined,
  supported: readonly Coding[],
): Coding[] => {
  if (accepted === undefined || accepted.length > acceptedCharsMax) return [];
  const named = new Map(
    accepted.split(',').map((one) => {
      const [name = '', weight = ''] = one.split(';');
      return [name.trim().toLowerCase(), !/^\s*q=0(?:\.0*)?\s*$/.test(weight)];
    }),
  );
  return supported.filter((name) => named.get(name) === true);
};
