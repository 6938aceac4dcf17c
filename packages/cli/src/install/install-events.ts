import type { TSchema } from 'typebox';
import type { Schemas } from '../output/schemas.ts';

/** What is told while packages arrive. */
export const installEvents = ({ Type }: Schemas): Readonly<Record<string, TSchema>> => ({
  download: Type.Object({ node: Type.String(), version: Type.String(), bytes: Type.Integer() }),
  requirements: Type.Object({ command: Type.Array(Type.String()) }),
  progress: Type.Object({ node: Type.String(), received: Type.Integer(), total: Type.Integer() }),
});
