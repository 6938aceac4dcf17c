import type { Static } from 'typebox';
import type { Call } from '../call.ts';
import type { Fixed } from '../command.ts';
import { parseRequirement } from '../install/python-requirements.ts';
import { type KnownNode, readInstalled } from '../install/read-installed.ts';
import { parseServerUrl } from '../settings/registry-url.ts';
import type { auditSchema } from './audit-schema.ts';
import { connectOsv } from './connect-osv.ts';
import { type PythonPackage, findAdvisories } from './find-advisories.ts';
import { mergeAliases } from './merge-aliases.ts';
import { readEnvironment } from './read-environment.ts';
import { severities } from './parse-advisory.ts';

export type Audit = Fixed<Static<ReturnType<typeof auditSchema>>>;

const usualUrl = 'https://api.osv.dev';

/** A package in one version, and the nodes that want it. */
interface Wanted extends PythonPackage {
  readonly nodes: readonly string[];
}

/** Asks the registry about the installed nodes, and a vulnerability database about what they need of Python. */
export const auditInstalled = async (
  call: Call,
  {
    into,
    osv: flag,
    environment: isOfHost,
  }: { readonly into?: string; readonly osv?: string; readonly environment: boolean },
): Promise<Audit> => {
  const url = osvUrl(call, flag);
  // Looked for first: with --offline it is refused before anything is read.
  const osv = connectOsv(call, url);
  const { folder, nodes } = await readInstalled(call, into);
  const environment = isOfHost ? await readEnvironment(call) : undefined;
  const { wanted, notAsked } = sorted(nodes, environment);
  const advisories = wanted.length === 0 ? [] : await findAdvisories(osv, wanted);
  const vulnerabilities = wanted.flatMap(({ name, version, nodes: wanting }, index) =>
    mergeAliases(advisories[index] ?? []).map(({ id, aliases, summary, severity, fixed }) => ({
      id,
      aliases,
      ...(summary !== undefined && { summary }),
      severity,
      package: name,
      version,
      nodes: wanting,
      fixed: [...new Set(fixed.get(name))],
      url: pageOf(url, id),
    })),
  );
  return {
    folder,
    database: url,
    packages_asked: wanted.length,
    nodes_asked: nodes.filter(({ offer }) => offer !== undefined).length,
    vulnerabilities: vulnerabilities.toSorted(
      (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
    ),
    nodes: nodes.flatMap(faultOf),
    not_asked: notAsked,
  };
};

const osvUrl = ({ context: { env } }: Call, flag: string | undefined): string => {
  const ofEnvironment = env['PATCHBAY_OSV_URL'];
  if (flag !== undefined) return parseServerUrl(flag, '--osv');
  return ofEnvironment ? parseServerUrl(ofEnvironment, 'PATCHBAY_OSV_URL') : usualUrl;
};

/** Where people read about a vulnerability; of another database, its entry. */
const pageOf = (url: string, id: string): string =>
  url === usualUrl ? `https://osv.dev/vulnerability/${id}` : `${url}/v1/vulns/${id}`;

/** What the registry has against an installed version. */
const faultOf = ({ id, version, offer }: KnownNode): Audit['nodes'] => {
  if (offer === undefined) return [];
  const { status, node_version: offered, error_message: message } = offer;
  if (status !== 'success')
    return [{ node: id, version, status: 'withdrawn', message: message ?? 'The registry does not say why.' }];
  if (offered?.deprecated !== true) return [];
  const advice = offered.deprecation_message || 'Its publisher advises against it.';
  return [{ node: id, version, status: 'deprecated', message: advice }];
};

/** The packages to ask about, and what cannot be asked about. */
const sorted = (
  nodes: readonly KnownNode[],
  environment: ReadonlyMap<string, string> | undefined,
): { wanted: Wanted[]; notAsked: Audit['not_asked'] } => {
  const wanted = new Map<string, Wanted>();
  const others = new Map<string, Audit['not_asked'][number]>();
  for (const { id, offer, project, requirements, registry } of nodes) {
    if (offer === undefined) others.set(`node ${id}`, { reason: 'elsewhere', nodes: [id], what: registry });
    if (!project.isRead) others.set(`files ${id}`, { reason: 'unread', nodes: [id], what: id });
    for (const text of requirements) {
      const { name, pin, address } = parseRequirement(text) ?? {};
      const found = name === undefined || address !== undefined ? undefined : environment?.get(name);
      const version = found ?? pin;
      if (name !== undefined && version !== undefined) {
        const key = `${name}==${version}`;
        wanted.set(key, { name, version, nodes: union(wanted.get(key)?.nodes, id) });
      } else {
        const reason = name === undefined || address !== undefined ? 'not_indexed' : 'not_pinned';
        others.set(text, { reason, nodes: union(others.get(text)?.nodes, id), what: text });
      }
    }
  }
  const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
    one < other ? -1 : 1;
  return { wanted: [...wanted].toSorted(byName).map(([, one]) => one), notAsked: [...others.values()] };
};

const union = (nodes: readonly string[] = [], id: string): string[] => [...new Set([...nodes, id])];
