import { paramNames } from '@patchbay/contract';

/** What the thing in the path is in when somebody calls; all that is not named is active. */
export const states = [
  'live',
  'publisher banned',
  'publisher deleted',
  'publisher unknown',
  'node deleted',
  'node banned',
  'node unknown',
  'node elsewhere',
  'version pending',
  'version active',
  'version flagged',
  'version banned',
  'version deleted',
  'version unknown',
  'app-node unknown',
  'member unknown',
  'invitation unknown',
  'token unknown',
  'trusted publisher unknown',
  'trusted only',
  'user unknown',
  'webhook unknown',
  'delivery unknown',
  'job unknown',
  'report unknown',
  'identity unknown',
  'proposal unknown',
  'advisory unknown',
  'session unknown',
  'passkey unknown',
  'id taken',
  'body token revoked',
  'body token of another',
  'upload token revoked',
  'signature forged',
] as const;
export type State = (typeof states)[number];

const ofPublisher: readonly State[] = ['publisher banned', 'publisher deleted', 'publisher unknown'];
const ofNode: readonly State[] = ['publisher banned', 'node deleted', 'node banned'];
const ofVersion: readonly State[] = [
  ...ofNode,
  'version pending',
  'version flagged',
  'version banned',
  'version deleted',
  'version unknown',
];

const ofParam: Readonly<Record<string, readonly State[]>> = {
  publisherId: ofPublisher,
  nodeId: [...ofNode, 'node unknown'],
  version: ofVersion,
  versionId: ofVersion,
  file: ofVersion,
  appNodeName: ['app-node unknown'],
  memberId: ['member unknown'],
  invitationId: ['invitation unknown'],
  tokenId: ['token unknown'],
  trustedPublisherId: ['trusted publisher unknown'],
  userId: ['user unknown'],
  webhookId: ['webhook unknown', 'publisher banned'],
  deliveryId: ['delivery unknown'],
  jobId: ['job unknown'],
  reportId: ['report unknown'],
  identityId: ['identity unknown'],
  proposalId: ['proposal unknown'],
  advisoryId: ['advisory unknown'],
  sessionId: ['session unknown'],
  passkeyId: ['passkey unknown'],
};

/** The states that a path can meet, all of which the table must answer. */
export const statesOf = (path: string): ReadonlySet<State> => {
  const names = paramNames(path);
  const isNested = names.includes('publisherId') && names.includes('nodeId');
  return new Set<State>([
    'live',
    ...(isNested ? (['node elsewhere'] as const) : []),
    ...names.flatMap((name) => ofParam[name] ?? []),
  ]);
};
