import { bounds } from '../install/bounds.ts';
import { mapAtOnce } from '../install/map-at-once.ts';
import { type Osv, osvFault } from './connect-osv.ts';
import { type Advisory, parseAdvisory } from './parse-advisory.ts';

/** A package of the Python index in one version. */
export interface PythonPackage {
  readonly name: string;
  readonly version: string;
}

const queriesMax = 1_000;
/** Of one query. */
const pagesMax = 100;
/** Of one package, and of the packages of one request. */
const [ownIdsMax, idsMax] = [1_000, 50_000];
/** Of the others, only the id is known. */
const readMax = 1_000;

/** What the database knows against each package, in the order of the packages. */
export const findAdvisories = async (
  osv: Osv,
  packages: readonly PythonPackage[],
): Promise<readonly (readonly Advisory[])[]> => {
  const found: string[][] = [];
  for (let start = 0; start < packages.length; start += queriesMax)
    found.push(...(await findIds(osv, packages.slice(start, start + queriesMax))));
  const ids = [...new Set(found.flat())];
  const entries = await mapAtOnce(ids.slice(0, readMax), bounds.downloadsAtOnce, (id) =>
    osv.ask(`/v1/vulns/${encodeURIComponent(id)}`),
  );
  const advisories = new Map(ids.map((id, index) => [id, parseAdvisory(id, entries[index])]));
  return found.map((own) =>
    own.flatMap((id) => advisories.get(id) ?? []).filter(({ isWithdrawn }) => !isWithdrawn),
  );
};

interface Query {
  readonly index: number;
  readonly page_token?: string;
}

/** The ids of what is known against each package. */
const findIds = async (osv: Osv, packages: readonly PythonPackage[]): Promise<string[][]> => {
  const ids = packages.map((): string[] => []);
  let count = 0;
  let left: Query[] = packages.map((_, index) => ({ index }));
  for (let page = 0; left.length > 0; page += 1) {
    if (page === pagesMax) throw osvFault(osv.url, `has more than ${pagesMax} pages of vulnerabilities`);
    const answer = await osv.ask('/v1/querybatch', {
      queries: left.map(({ index, ...rest }) => ({ ...queryOf(packages[index]), ...rest })),
    });
    const results = resultsOf(answer);
    if (results?.length !== left.length) throw osvFault(osv.url, 'answers no query of OSV');
    left = left.flatMap(({ index }, at) => {
      const { found, token } = readResult(osv, results[at]);
      const own = ids[index] ?? [];
      own.push(...found);
      count += found.length;
      if (own.length > ownIdsMax || count > idsMax)
        throw osvFault(osv.url, `names too many vulnerabilities of ${packages[index]?.name}`);
      return token === undefined ? [] : { index, page_token: token };
    });
  }
  return ids;
};

const queryOf = (wanted: PythonPackage | undefined): object => ({
  package: { ecosystem: 'PyPI', name: wanted?.name },
  // What somebody built on their own of a version has what that version has.
  version: wanted?.version.replace(/\+.*$/, ''),
});

const resultsOf = (answer: unknown): readonly unknown[] | undefined => {
  const { results }: { readonly results?: unknown } = answer ?? {};
  return Array.isArray(results) ? results : undefined;
};

/** Ids become part of an address, and of a line. */
const isId = (id: unknown): id is string => typeof id === 'string' && /^[A-Za-z0-9][\w.:-]{0,199}$/.test(id);

const readResult = (osv: Osv, result: unknown): { found: string[]; token: string | undefined } => {
  const { vulns = [], next_page_token: token }: { vulns?: unknown; next_page_token?: unknown } = result ?? {};
  const found: unknown[] | undefined = Array.isArray(vulns)
    ? vulns.map((one: { readonly id?: unknown } | null) => one?.id)
    : undefined;
  if (found === undefined || !found.every(isId))
    throw osvFault(osv.url, 'names a vulnerability by what is no id');
  return { found, token: typeof token === 'string' && token !== '' ? token : undefined };
};
