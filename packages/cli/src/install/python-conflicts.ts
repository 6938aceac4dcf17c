import { explain, satisfies, validRange } from '@renovatebot/pep440';
import { type Requirement, parseRequirement } from './python-requirements.ts';

/** What nodes cannot share. */
export interface Conflict {
  readonly nodes: readonly string[];
  readonly message: string;
}

/** Strangers write the ranges: what is longer is passed over, and no more pairs are compared. */
const [rangeCharsMax, pairsMax] = [60, 2_000];

/** The packages whose ranges, as nodes want them, no version satisfies. */
export const conflictsOf = (requirements: readonly Requirement[]): Conflict[] => {
  const ranges = new Map<string, RangeOfNodes[]>();
  for (const requirement of requirements) {
    const { name: key, range } = parseRequirement(requirement.text) ?? {};
    if (key === undefined || range === undefined || range.length > rangeCharsMax) continue;
    if (validRange(range)) ranges.set(key, [...(ranges.get(key) ?? []), { ...requirement, range }]);
  }
  let pairs = 0;
  const areApart = (one: string, other: string): boolean =>
    one !== other && (pairs += 1) <= pairsMax && !haveCommonVersion(one, other);
  return [...ranges].flatMap(([key, all]) => {
    const apart = all.filter((one) => all.some((other) => areApart(one.range, other.range)));
    if (apart.length === 0) return [];
    const wants = apart.map(({ text, nodes }) => `${text} (${nodes.join(', ')})`);
    return {
      nodes: apart.flatMap(({ nodes }) => nodes),
      message: `${key} cannot be all of ${wants.join(' and ')}.`,
    };
  });
};

interface RangeOfNodes extends Requirement {
  readonly range: string;
}

/** If any version is in both ranges, so is the lowest of all, or one at, just above or next to a version that they name. */
const haveCommonVersion = (one: string, other: string): boolean => {
  const both = `${one},${other}`;
  const named = both.split(',').flatMap((comparison) => {
    const version = comparison.replaceAll(/^[\s<>=!~]+|\.\*\s*$|\s+$/g, '');
    const { base_version: base, release } = explain(version) ?? {};
    if (base === undefined || release === undefined) return [];
    const next = [...release.slice(0, -1), (release.at(-1) ?? 0) + 1].join('.');
    return [version, `${base}.0.0.0.1`, base.replace(/[\d.]+$/, next)];
  });
  return ['0', ...named].some((version) => satisfies(version, both, { prereleases: true }));
};
