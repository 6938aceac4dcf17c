import { type Advisory, severities } from './parse-advisory.ts';

/** The databases whose ids people look for, the best known first. */
const preferred = [/^MAL-/, /^GHSA-/, /^CVE-/, /^/];
const rankOf = (id: string): number => preferred.findIndex((form) => form.test(id));

const namesOf = ({ id, aliases }: Advisory): string[] => [id, ...aliases];

/** Makes one of those that are the same vulnerability by other names. */
export const mergeAliases = (advisories: readonly Advisory[]): Advisory[] => {
  let groups: Advisory[][] = [];
  for (const one of advisories) {
    const names = new Set(namesOf(one));
    const isSame = (group: readonly Advisory[]): boolean =>
      group.some((other) => namesOf(other).some((name) => names.has(name)));
    const same = groups.filter(isSame);
    groups = [...groups.filter((group) => !same.includes(group)), [...same.flat(), one]];
  }
  return groups.map(merged);
};

const merged = (group: readonly Advisory[]): Advisory => {
  const sorted = group.toSorted((one, other) => rankOf(one.id) - rankOf(other.id));
  const [first] = sorted as [Advisory];
  const names = new Set(sorted.flatMap(namesOf));
  const summary = sorted.find((one) => one.summary !== undefined)?.summary;
  const fixed = new Map<string, string[]>();
  for (const one of sorted)
    for (const [name, versions] of one.fixed) fixed.set(name, [...(fixed.get(name) ?? []), ...versions]);
  return {
    ...first,
    aliases: [...names].filter((name) => name !== first.id).toSorted(),
    ...(summary !== undefined && { summary }),
    severity: severities.find((word) => sorted.some(({ severity }) => severity === word)) ?? 'unknown',
    fixed,
  };
};
