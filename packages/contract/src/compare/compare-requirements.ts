import type { Change } from './change.ts';

/** What changed in the pip dependencies, by the name of the package. */
export const compareRequirements = (
  before: readonly string[] = [],
  after: readonly string[] = [],
): Change[] => {
  const [old, now] = [byName(before), byName(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name): Change[] => {
    const [one, other] = [old.get(name), now.get(name)];
    if (canonical(one) === canonical(other)) return [];
    return [
      {
        what: name,
        ...(one !== undefined && { before: one }),
        ...(other !== undefined && { after: other }),
        effect: 'none',
      },
    ];
  });
};

/** A package may stand there more than once, for several systems. Names as in PEP 503. */
const byName = (requirements: readonly string[]): Map<string, string> => {
  const lines = Map.groupBy(requirements, nameOf);
  return new Map(
    Array.from(lines, ([name, all]) => [
      name,
      all
        .map((one) => one.trim())
        .sort()
        .join(', '),
    ]),
  );
};

/** Without what does not count in a specifier. */
const canonical = (requirement: string | undefined): string | undefined =>
  requirement
    ?.toLowerCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/[-_.]+/g, '-');

const nameOf = (requirement: string): string => {
  const [name] = /^[\w.-]+/.exec(requirement.trim()) ?? [requirement];
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
};
