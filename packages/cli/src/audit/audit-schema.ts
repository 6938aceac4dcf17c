import type { Schemas } from '../output/schemas.ts';

/** What an audit found. */
export const auditSchema = ({ Type }: Schemas) => {
  const Names = Type.Array(Type.String());
  return Type.Object({
    folder: Type.String(),
    database: Type.String({ description: 'The URL of the database that was asked about Python packages' }),
    packages_asked: Type.Integer({ description: 'How many packages it was asked about' }),
    nodes_asked: Type.Integer({ description: 'How many nodes the registry was asked about' }),
    vulnerabilities: Type.Array(
      Type.Object({
        id: Type.String(),
        aliases: { ...Names, description: 'Its ids in other databases' },
        summary: Type.Optional(Type.String()),
        severity: Type.Enum(['malicious', 'critical', 'high', 'moderate', 'low', 'unknown']),
        package: Type.String({ description: 'A package of the Python index' }),
        version: Type.String({
          description: 'The version that the nodes pin, or with --environment the one that the host has',
        }),
        nodes: { ...Names, description: 'The installed nodes that need it' },
        fixed: { ...Names, description: 'The versions that fix it, one for each branch' },
        url: Type.String({ description: 'Where it is described' }),
      }),
      { description: 'The worst first' },
    ),
    nodes: Type.Array(
      Type.Object({
        node: Type.String(),
        version: Type.String(),
        status: Type.Enum(['withdrawn', 'deprecated'], {
          description:
            '`withdrawn` if the registry no longer offers the installed version, `deprecated` if its publisher advises against it',
        }),
        message: Type.String(),
      }),
      { description: 'Installed nodes that the registry warns of' },
    ),
    not_asked: Type.Array(
      Type.Object({
        reason: Type.Enum(['not_pinned', 'not_indexed', 'elsewhere', 'unread'], {
          description:
            '`not_pinned` for a requirement without an exact version that the host does not have either, as far as it was looked at, `not_indexed` for one that names no package of the Python index, `elsewhere` for a node of another registry, `unread` for a node whose requirements cannot all be read',
        }),
        nodes: Names,
        what: Type.String({ description: 'The requirement, the other registry, or the node' }),
      }),
    ),
  });
};
