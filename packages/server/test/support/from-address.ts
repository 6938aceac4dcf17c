/** The header of a caller from an address of the test's own, where the server trusts its proxy. */
export const fromAddress = (host: number): { 'x-forwarded-for': string } => ({
  'x-forwarded-for': `10.250.${host >> 8}.${host & 255}`,
});
