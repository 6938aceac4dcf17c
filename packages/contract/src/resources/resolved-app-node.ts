import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { PublisherId } from '../text.ts';
import { providerReasons } from './node.ts';

/** A node that can be installed for an app-node. */
export const CandidateNode = Type.Object({
  id: Type.String(),
  publisher_id: PublisherId,
  latest_version: Type.Optional(Type.String({ description: 'The number of its latest version' })),
});
export type CandidateNode = Type.Static<typeof CandidateNode>;

/** What an app-node's name stands for. No key has a host's own name, so that a tool for any host can read it. */
export const ResolvedAppNode = Type.Object({
  name: Type.String({ description: 'As it was sent' }),
  status: Type.Enum(['success', 'built_in', 'not_found'], {
    description: 'Whether a node provides it; `built_in` if the host itself does',
  }),
  node: Type.Optional(CandidateNode),
  provider_reason: Type.Optional(
    Type.Enum([...providerReasons], { description: 'Why this node and not the first candidate' }),
  ),
  candidates: Type.Optional(
    Type.Array(CandidateNode, {
      maxItems: limits.candidatesMax,
      description: 'The other nodes that provide it, in order',
    }),
  ),
});
export type ResolvedAppNode = Type.Static<typeof ResolvedAppNode>;
