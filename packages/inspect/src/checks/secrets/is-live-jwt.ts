/** A fixed date instead of the clock, so that the same bytes under the same ruleset always get the same verdict. */
const RULESET_SECONDS = Date.UTC(2026, 10, 1) / 1000;

/** Whether a token in the form of a JWT is valid past the date of the ruleset, or forever. */
export const isLiveJwt = (token: string): boolean => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    if (typeof claims !== 'object' || claims === null) return false;
    const expiry: unknown = Reflect.get(claims, 'exp');
    return expiry === undefined || (typeof expiry === 'number' && expiry > RULESET_SECONDS);
  } catch {
    return false;
  }
};
