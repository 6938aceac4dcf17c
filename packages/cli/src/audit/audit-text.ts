import { hostOf } from '../host-of.ts';
import { columns } from '../output/columns.ts';
import { count } from '../output/count.ts';
import type { Ink } from '../output/ink.ts';
import type { Audit } from './audit-installed.ts';

/** What people read of a list. */
const namesMax = 20;

const inks: Readonly<Record<Audit['vulnerabilities'][number]['severity'], 'red' | 'yellow' | 'dim'>> = {
  malicious: 'red',
  critical: 'red',
  high: 'red',
  moderate: 'yellow',
  low: 'dim',
  unknown: 'yellow',
};

const reasons: readonly (readonly [Audit['not_asked'][number]['reason'], string])[] = [
  ['not_pinned', 'Not pinned to a version, and not asked about'],
  ['not_indexed', 'Not from the Python index, and not asked about'],
  ['elsewhere', 'From another registry, which was not asked'],
  ['unread', 'Requirements that cannot all be read'],
];

/** A line for each finding, then what was not asked about, and how much was. */
export const auditText = (audit: Audit, ink: Ink): string => {
  const { vulnerabilities, nodes, not_asked: notAsked } = audit;
  const head = ['Node', 'Package', 'Version', 'Vulnerability', 'Severity', 'Fixed in', 'Link'];
  const rows = vulnerabilities.map(({ severity, fixed, url, ...one }) => [
    listed(one.nodes),
    one.package,
    one.version,
    one.id,
    ink[inks[severity]](severity),
    fixed.length === 0 ? '–' : listed(fixed),
    url,
  ]);
  const unasked = reasons.flatMap(([reason, sentence]) => {
    const own = notAsked.filter((one) => one.reason === reason);
    const texts = own.map(({ what, nodes: wanting }) =>
      reason === 'unread' ? what : `${what} (${listed(wanting)})`,
    );
    return texts.length === 0 ? [] : [`${ink.yellow(sentence)}: ${listed(texts)}`];
  });
  return [
    ...(rows.length === 0 ? [] : [columns([head.map((word) => ink.dim(word)), ...rows])]),
    ...nodes.map(
      ({ node, version, status, message }) => `${ink.yellow(status)} ${node} ${version}: ${message}`,
    ),
    ...unasked,
    summaryOf(audit),
  ].join('\n');
};

const summaryOf = ({ database, vulnerabilities, nodes, ...asked }: Audit): string => {
  const found = [
    ...(vulnerabilities.length === 0 ? [] : [vulnerabilityCount(vulnerabilities.length)]),
    ...(nodes.length === 0 ? [] : [`${count(nodes.length, 'node')} to replace`]),
  ];
  const packages = `${hostOf(new URL(database))} about ${count(asked.packages_asked, 'package')}`;
  const subjects = `the registry about ${count(asked.nodes_asked, 'node')}, and ${packages}`;
  return `Asked ${subjects}: ${found.length === 0 ? 'nothing is known against them' : found.join(' and ')}.`;
};

const vulnerabilityCount = (number: number): string =>
  number === 1 ? '1 vulnerability' : `${number.toLocaleString('en')} vulnerabilities`;

const listed = (names: readonly string[]): string => {
  const more = names.length - namesMax;
  return [...names.slice(0, namesMax), ...(more > 0 ? [`and ${more} more, which --json shows`] : [])].join(
    ', ',
  );
};
