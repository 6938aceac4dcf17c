/**
 * The packages that are published, by their folders, each after those it depends on, and whether other programs import
 * them. The rest runs from a checkout.
 */
export const publishable: Readonly<Record<string, { isLibrary: boolean }>> = {
  contract: { isLibrary: false },
  client: { isLibrary: true },
  inspect: { isLibrary: true },
  cli: { isLibrary: false },
};
