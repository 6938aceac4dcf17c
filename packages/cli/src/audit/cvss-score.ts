/** What each value of a metric weighs, by https://www.first.org/cvss/v3.1/specification-document#7-4-Metric-Values */
const weights: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
/** Of PR, where the scope changes. */
const changedWeights: Readonly<Record<string, number>> = { N: 0.85, L: 0.68, H: 0.5 };

/** The base score of a vector of CVSS 3, from 0 to 10; undefined for anything else. */
export const scoreOf = (vector: string): number | undefined => {
  const [form = '', ...parts] = vector.split('/');
  if (!/^CVSS:3\.[01]$/.test(form)) return undefined;
  const values = new Map(parts.map((part) => part.split(':') as [string, string]));
  const isChanged = values.get('S') === 'C';
  const weight = (metric: string): number => {
    const table = metric === 'PR' && isChanged ? changedWeights : weights[metric];
    return table?.[values.get(metric) ?? ''] ?? Number.NaN;
  };
  const base = 1 - (1 - weight('C')) * (1 - weight('I')) * (1 - weight('A'));
  const impact = isChanged ? 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15 : 6.42 * base;
  const exploitability = 8.22 * weight('AV') * weight('AC') * weight('PR') * weight('UI');
  const sum = (impact + exploitability) * (isChanged ? 1.08 : 1);
  if (Number.isNaN(sum)) return undefined;
  return impact <= 0 ? 0 : roundedUp(Math.min(sum, 10));
};

/** To one decimal, without the errors of binary fractions. */
const roundedUp = (score: number): number => Math.ceil(Math.round(score * 100_000) / 10_000) / 10;
