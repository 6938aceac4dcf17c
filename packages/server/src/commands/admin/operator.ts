/** The cause of what an operator changes at the command line. */
export const operator = { actor: 'operator' } as const;
