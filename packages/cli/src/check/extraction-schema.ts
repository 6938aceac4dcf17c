import type { Schemas } from '../output/schemas.ts';

/** The app-nodes of a package as they can be read without running it. */
export const extractionSchema = ({ Type }: Pick<Schemas, 'Type'>) =>
  Type.Object({
    status: Type.Enum(['success', 'failed', 'unsupported']),
    confidence: Type.Number(),
    app_nodes: Type.Array(Type.String()),
    problems: Type.Array(Type.Object({ file: Type.String(), line: Type.Integer(), message: Type.String() })),
  });
