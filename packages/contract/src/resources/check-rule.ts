import { Type } from 'typebox';
import { Finding } from './findings.ts';
import { NodeVersion } from './node-version.ts';

const { rule, severity, shadow, means, fix } = Finding.properties;
const { node_id, version } = NodeVersion.properties;

/** A rule of the checks, with what it did so far. */
export const CheckRule = Type.Object({
  rule,
  severity,
  shadow,
  means,
  fix,
  notice: Type.Optional(
    Type.String({ description: 'What everybody is told of a version with such a finding' }),
  ),
  versions: Type.Integer({ description: 'Versions in which it found something' }),
  held: Type.Integer({
    description: 'Those of them that it alone held; of a shadow rule, that it would have held',
  }),
  latest: Type.Optional(
    Type.Object({ node_id, version }, { description: 'The last version it was counted in' }),
  ),
});
export type CheckRule = Type.Static<typeof CheckRule>;

/** A version in the review queue. */
export const QueuedVersion = Type.Object({
  ...NodeVersion.properties,
  found: Type.Array(
    Type.Object({ rule, severity, shadow, means, count: Type.Integer({ description: 'How often' }) }),
    { description: 'The rules that found something; the findings of the version say where' },
  ),
});
export type QueuedVersion = Type.Static<typeof QueuedVersion>;
