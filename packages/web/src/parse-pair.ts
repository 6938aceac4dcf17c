/** The two versions of an address, `1.0.0...1.1.0`. No version has three dots in a row. */
export const parsePair = (pair: string): { from: string; to: string } | undefined => {
  const [from = '', to = '', ...others] = pair.split('...');
  return from === '' || to === '' || others.length > 0 ? undefined : { from, to };
};
