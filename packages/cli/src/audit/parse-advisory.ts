import { canonicalName } from '../install/python-requirements.ts';
import { scoreOf } from './cvss-score.ts';

/** From the worst to the least. */
export const severities = ['malicious', 'critical', 'high', 'moderate', 'low', 'unknown'] as const;
export type Severity = (typeof severities)[number];

/** What is read of an entry of OSV (https://ossf.github.io/osv-schema/). */
export interface Advisory {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly summary?: string;
  readonly severity: Severity;
  /** The versions that fix it, by the name of the package. */
  readonly fixed: ReadonlyMap<string, readonly string[]>;
  readonly isWithdrawn: boolean;
}

/** More of them, or longer ones, help nobody. */
const listMax = 200;
const aliasesMax = 20;
const charsMax = 200;

type Fields = Readonly<Partial<Record<string, unknown>>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.slice(0, listMax).map(fieldsOf) : [];

const textsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .filter((one): one is string => typeof one === 'string' && one.length <= charsMax)
        .slice(0, listMax)
    : [];

/** An entry as the database sent it. Of one that is not there, or says little, little is known. */
export const parseAdvisory = (id: string, value: unknown): Advisory => {
  const entry = fieldsOf(value);
  const { summary, withdrawn } = entry;
  const affected = listOf(entry['affected']).filter(
    (one) => fieldsOf(one['package'])['ecosystem'] === 'PyPI',
  );
  const fixed = new Map<string, string[]>();
  for (const one of affected) {
    const { name } = fieldsOf(one['package']);
    if (typeof name !== 'string') continue;
    const key = canonicalName(name);
    fixed.set(key, [...(fixed.get(key) ?? []), ...fixesOf(one)]);
  }
  return {
    id,
    aliases: textsOf(entry['aliases']).slice(0, aliasesMax),
    ...(typeof summary === 'string' && summary !== '' && { summary: summary.slice(0, charsMax) }),
    severity: id.startsWith('MAL-') ? 'malicious' : severityOf([entry, ...affected]),
    fixed,
    isWithdrawn: typeof withdrawn === 'string',
  };
};

const fixesOf = (affected: Fields): string[] =>
  listOf(affected['ranges'])
    // The others are commits.
    .filter(({ type }) => type !== 'GIT')
    .flatMap(({ events }) => textsOf(listOf(events).map(({ fixed }) => fixed)));

/** The word of the database, else that of the score. */
const severityOf = (places: readonly Fields[]): Severity => {
  const words = places.flatMap((place) => {
    const word = fieldsOf(place['database_specific'])['severity'];
    const known = typeof word === 'string' ? word.toLowerCase().replace('medium', 'moderate') : undefined;
    return severities.find((one) => one === known) ?? [];
  });
  const vectors = places.flatMap((place) => textsOf(listOf(place['severity']).map(({ score }) => score)));
  const [score = -1] = vectors.flatMap((vector) => scoreOf(vector) ?? []).toSorted((a, b) => b - a);
  return words[0] ?? wordOf(score);
};

/** https://www.first.org/cvss/v3.1/specification-document#Qualitative-Severity-Rating-Scale */
const wordOf = (score: number): Severity =>
  score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'moderate' : score >= 0 ? 'low' : 'unknown';
