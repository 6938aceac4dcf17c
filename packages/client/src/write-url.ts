export type Parameter = string | number | boolean | undefined;

/**
 * The path and query of a request. Parameters that the path does not name go into the query; an array is a repeated
 * key. Throws a URIError if a value of the path is missing or would change the path.
 */
export const writeUrl = (
  path: string,
  parameters: Readonly<Record<string, Parameter | readonly Parameter[]>>,
): string => {
  const rest = new Map(Object.entries(parameters));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name) ?? '');
    rest.delete(name);
    // URLs resolve the dots, even when they are percent-encoded.
    if (/^\.{0,2}$/.test(value)) throw new URIError(`${name} cannot be "${value}".`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one));
  }
  return query.size > 0 ? `${filled}?${query.toString()}` : filled;
};
