import { Type } from 'typebox';
import { ErrorCode, ErrorReply } from '../errors.ts';
import { Findings } from './findings.ts';
import { NodeValues } from './node.ts';

const { request_id: _, ...fault } = ErrorReply.properties;

/** Its texts can name files of the package, which no profile renames. */
const packageFault = {
  error: ErrorCode,
  message: Type.String(),
  details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
};

/** What a publish, and the upload of its package, would come to. */
export const DryRun = Type.Object({
  wouldPublish: Type.Boolean({ description: 'Whether both would be accepted' }),
  faults: Type.Array(Type.Object(fault), {
    description: 'The errors that refuse the publish; it would answer the first one',
  }),
  node_changes: Type.Optional(
    Type.Object(
      { before: NodeValues, after: NodeValues },
      { description: 'The fields of the node that the publish would change; absent if there is none' },
    ),
  ),
  package: Type.Optional(
    Type.Object(
      {
        package_bytes: Type.Optional(Type.Integer()),
        package_sha256: Type.Optional(Type.String()),
        faults: Type.Array(Type.Object(packageFault), {
          description: 'The errors that refuse the upload; it would answer the first one',
        }),
        findings: Type.Optional(Findings),
        app_nodes: Type.Optional(Type.Integer({ description: 'How many app-nodes it has' })),
      },
      { description: 'Present if a package was sent; its findings only if it is sound' },
    ),
  ),
});
export type DryRun = Type.Static<typeof DryRun>;
