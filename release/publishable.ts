/** The packages that are published, by their folders, each after those it depends on. The rest runs from a checkout. */
export const publishable: readonly string[] = ['contract', 'client', 'inspect', 'cli'];
