/** The packages that are published, by their folders, each after those it depends on. The rest runs from a checkout. */
export const publishable: readonly string[] = ['contract', 'client', 'inspect', 'cli'];

/** Whether a package holds all that it needs, so that it installs without any other. */
export const isBundled = (name: string): boolean => name === 'cli';
