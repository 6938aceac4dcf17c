/** The key of a name in a scope. */
export const keyOf = (scope: number, name: string): string => `${scope} ${name}`;
