import type { IssuerKind, TrustedPublisher } from '@patchbay/contract';
import type { ListedTrustedPublisher } from '../store/rows/trusted-publishers.ts';

export const presentTrustedPublisher = (
  { id, issuer, nodeKey, nodeId, terms, maker, createdAt, lastUsedAt }: ListedTrustedPublisher,
  kind: IssuerKind,
): TrustedPublisher => ({
  id,
  issuer,
  kind,
  ...(nodeKey === null ? {} : { node_id: nodeId ?? nodeKey }),
  ...terms,
  is_pending: nodeKey !== null && nodeId === null,
  maker: { id: maker.id, name: maker.name },
  created_at: createdAt,
  ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt }),
});
