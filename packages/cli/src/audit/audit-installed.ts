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
import { severities } from './parse-advisory.ts';

export type Audit = Fixed<Static<ReturnType<typeof auditSchema>>>;

const usualUrl = 'https://api.osv.dev';

/** A pinned package, and the nodes that want it. */
interface Pinned extends PythonPackage {
  readonly nodes: readonly string[];
}

/** Asks the registry about the installed nodes, and a vulnerability database about what they need of Python. */
export const auditInstalled = async (
  call: Call,
  { into, osv: flag }: { readonly into?: string; readonly osv?: string },
): Promise<Audit> => {
  const url = osvUrl(call, flag);
  // Looked for first: with --offline it is refused before anything is read.
  const osv = connectOsv(call, url);
  const { folder, nodes } = await readInstalled(call, into);
  const { pinned, notAsked } = sorted(nodes);
  const advisories = pinned.length === 0 ? [] : await findAdvisories(osv, pinned);
  const vulnerabilities = pinned.flatMap(({ name, version, nodes: wanting }, index) =>
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
    packages_asked: pinned.length,
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
const sorted = (nodes: readonly KnownNode[]): { pinned: Pinned[]; notAsked: Audit['not_asked'] } => {
  const pinned = new Map<string, Pinned>();
  const others = new Map<string, Audit['not_asked'][number]>();
  for (const { id, offer, project, requirements, registry } of nodes) {
    if (offer === undefined) others.set(`node ${id}`, { reason: 'elsewhere', nodes: [id], what: registry });
    if (!project.isRead) others.set(`files ${id}`, { reason: 'unread', nodes: [id], what: id });
    for (const text of requirements) {
      const { name, pin, address } = parseRequirement(text) ?? {};
      if (name !== undefined && pin !== undefined) {
        const key = `${name}==${pin}`;
        pinned.set(key, { name, version: pin, nodes: union(pinned.get(key)?.nodes, id) });
      } else {
        const reason = name === undefined || address !== undefined ? 'not_indexed' : 'not_pinned';
        others.set(text, { reason, nodes: union(others.get(text)?.nodes, id), what: text });
      }
    }
  }
  const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
    one < other ? -1 : 1;
  return { pinned: [...pinned].toSorted(byName).map(([, one]) => one), notAsked: [...others.values()] };
};

const union = (nodes: readonly string[] = [], id: string): string[] => [...new Set([...nodes, id])];
