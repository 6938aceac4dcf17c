/**
 * The query of a request as its router has parsed it. `URLSearchParams` would parse it again, and throw and catch an
 * error for each escape that is no text.
 */
export const searchParamsOf = (query: unknown): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query as Readonly<Record<string, unknown>>).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, String(value)]),
    ),
  );
