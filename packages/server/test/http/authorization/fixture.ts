import { type NodeStatus, type NodeVersionStatus, type TokenAction, tokenActions } from '@patchbay/contract';
import { randomUUID } from 'node:crypto';
import { makeToken } from '../../../src/accounts/tokens.ts';
import { writeNewNode, writeNode, writePublisher, writeVersion } from '../../../src/lifecycle/write-rows.ts';
import { jobId } from '../../../src/lifecycle/job.ts';
import { parseVersion } from '@patchbay/contract/valid-identifiers';
import { replaceAppNodes } from '../../../src/store/rows/app-nodes.ts';
import { replaceInvitation } from '../../../src/store/rows/invitations.ts';
import { findMembers, upsertMember } from '../../../src/store/rows/members.ts';
import { nodeKey } from '../../../src/store/rows/nodes.ts';
import { insertPasskey, removePasskeys } from '../../../src/store/rows/passkeys.ts';
import { insertPublisher, markPublisherDeleted } from '../../../src/store/rows/publishers.ts';
import type { Writer } from '../../../src/store/store.ts';
import { findIdentitiesOf, insertIdentity } from '../../../src/store/rows/identities.ts';
import { advisoryId, insertAdvisory } from '../../../src/store/rows/advisories.ts';
import { deleteProposals, insertProposal } from '../../../src/store/rows/proposals.ts';
import { insertTrustedPublisher } from '../../../src/store/rows/trusted-publishers.ts';
import { insertReport } from '../../../src/store/rows/reports.ts';
import { insertToken, markTokenRevoked, markTokensOfMakerRevoked } from '../../../src/store/rows/tokens.ts';
import { insertVersion, markPackageStored } from '../../../src/store/rows/versions.ts';
import { insertDeliveries } from '../../../src/store/rows/webhook-deliveries.ts';
import { insertWebhook } from '../../../src/store/rows/webhooks.ts';
import { makeSecret, sealSecret } from '../../../src/webhooks/secrets.ts';
import { hours } from '../../support/clock.ts';
import { githubClaims } from '../../support/open-ci-issuer.ts';
import type { Actor } from './actors.ts';
import type { Stage } from './stage.ts';
import type { State } from './states.ts';

/** A publisher of its own with one node, one version, one app-node, put into one state. */
export interface Fixture {
  state: State;
  /** The values of the path parameters, by name. */
  params: Readonly<Record<string, string>>;
  bearers: Readonly<Partial<Record<Actor, string>>>;
}

const nodeStatuses: { readonly [In in State]?: NodeStatus } = {
  // A publisher can only be deleted once its nodes are.
  'publisher deleted': 'NodeStatusDeleted',
  'node deleted': 'NodeStatusDeleted',
  'node banned': 'NodeStatusBanned',
};

const versionStatuses: { readonly [In in State]?: NodeVersionStatus } = {
  'version pending': 'NodeVersionStatusPending',
  'version flagged': 'NodeVersionStatusFlagged',
  'version banned': 'NodeVersionStatusBanned',
  'version deleted': 'NodeVersionStatusDeleted',
};

/** What the path names where the thing itself is not there. */
const absent = (fixture: number): { readonly [In in State]?: Record<string, string> } => ({
  'publisher unknown': { publisherId: 'nobody' },
  'node unknown': { nodeId: `Not-Yet-${fixture}` },
  'version unknown': { version: '9.9.9', versionId: randomUUID(), file: '9.9.9.zip' },
  'app-node unknown': { appNodeName: 'NoSuchAppNode' },
  'member unknown': { memberId: randomUUID() },
  'invitation unknown': { invitationId: randomUUID() },
  'token unknown': { tokenId: randomUUID() },
  'trusted publisher unknown': { trustedPublisherId: randomUUID() },
  'user unknown': { userId: randomUUID() },
  'webhook unknown': { webhookId: randomUUID() },
  'delivery unknown': { deliveryId: randomUUID() },
  'job unknown': { jobId: jobId(aboutNothing()) },
  'report unknown': { reportId: randomUUID() },
  'identity unknown': { identityId: randomUUID() },
  'proposal unknown': { proposalId: randomUUID() },
  'advisory unknown': { advisoryId: 'x_PBR-2026-99999999' },
  'session unknown': { sessionId: randomUUID() },
  'passkey unknown': { passkeyId: randomUUID() },
});

/** A job that finds nothing to do. */
const aboutNothing = () => ({ kind: 'extract-app-nodes', subject: randomUUID() }) as const;

let scenes = 0;

/**
 * Written straight to the store, in one transaction and without a change in the log: a walk needs thousands. What only
 * some paths name is there for an endpoint with such a path, or for all without one.
 */
export const makeFixture = (stage: Stage, state: State, path?: string): Promise<Fixture> => {
  scenes += 1;
  const fixture = scenes;
  const publisherId = `publisher-${fixture}`;
  const nodeId = `Node-${fixture}`;
  const names = (param: string): boolean => path?.includes(`{${param}}`) ?? true;
  /** Writes what a path names, if this one does. Returns its id. */
  const where = (param: string, write: () => Promise<string>): Promise<string> =>
    names(param) ? write() : Promise.resolve(randomUUID());
  return stage.server.server.context.store.write({ actor: 'server' }, async (tx) => {
    const publisher = await insertPublisher(tx, publisherId, {});
    const memberId = await writeMembers(tx, stage, publisherId);
    const ownerId = stage.users['owner']?.id ?? '';
    const inAnHour = new Date(Date.parse(tx.now) + hours(1)).toISOString();
    const invitationId = await where('invitationId', () =>
      replaceInvitation(tx, {
        publisherId,
        email: stage.users['stranger']?.email ?? '',
        role: 'member',
        inviterId: ownerId,
        expiresAt: inAnHour,
      }),
    );
    const { tokenId, uploadTokenId, ...tokens } = await writeTokens(
      tx,
      stage,
      publisherId,
      absent(fixture)[state]?.['nodeId'] ?? nodeId,
    );
    const trustedPublisherId = await insertTrustedPublisher(tx, {
      publisherId,
      nodeKey: null,
      makerId: ownerId,
      issuer: stage.issuer,
      terms: {
        repository: githubClaims.repository,
        workflows: [state === 'trusted publisher unknown' ? 'other.yml' : 'publish.yml'],
      },
    });
    const versionId = await writeNodeAndVersion(tx, stage, {
      state,
      nodeId,
      publisherId: state === 'node elsewhere' ? stage.other.publisherId : publisherId,
      uploadTokenId,
    });
    const reportId = await where('reportId', () =>
      insertReport(tx, {
        nodeKey: nodeKey(nodeId),
        version: null,
        userId: stage.users['stranger']?.id ?? '',
        reason: 'other',
        text: 'Walked by.',
      }),
    );
    const advisory = await where('advisoryId', async () => {
      const about = { nodeKey: nodeKey(nodeId) };
      return advisoryId(await insertAdvisory(tx, about, { versions: ['1.0.0'], details: 'Walked by.' }));
    });
    await clearOwner(tx, ownerId);
    const identityId = await where('identityId', async () => {
      await insertIdentity(tx, ownerId, { issuer, subject: `owner-${fixture}` });
      return (await findIdentitiesOf(tx.db, ownerId))[0]?.id ?? '';
    });
    const proposalId = await where('proposalId', async () => {
      const subject = `user:${stage.bystander.id}`;
      await deleteProposals(tx, { subject });
      return insertProposal(tx, {
        moderation: 'user',
        params: { userId: stage.bystander.id },
        body: { isAdmin: true, reason: 'Walked by.' },
        aim: 'make-moderator',
        subject,
        about: stage.bystander.email,
        reason: 'Walked by.',
        proposerId: stage.bystander.id,
        expiresAt: inAnHour,
      });
    });
    const sessionId = await where('sessionId', () => writeSession(tx, ownerId));
    const passkeyId = randomUUID();
    // Beside one, the password of its user is not enough.
    if (path !== undefined && names('passkeyId')) {
      await insertPasskey(tx, {
        id: passkeyId,
        user_id: ownerId,
        credential_id: passkeyId,
        public_key: '',
        counter: 0,
        name: 'Walked by',
        created_at: tx.now,
        last_used_at: null,
      });
    }
    const webhookId = await where('webhookId', () =>
      insertWebhook(tx, {
        publisherId,
        makerId: ownerId,
        url: 'https://localhost:65535/hooks',
        description: undefined,
        events: undefined,
        seal: (id) => sealSecret(stage.server.server.context.config.SECRET, id, makeSecret()),
        seq: Number.MAX_SAFE_INTEGER,
      }),
    );
    const deliveryId = await where('deliveryId', async () => {
      const told = { seq: 1, kind: 'publisher.created', nodeKey: null } as const;
      return (await insertDeliveries(tx, webhookId, [told]))[0]?.id ?? '';
    });
    const job = aboutNothing();
    if (names('jobId')) await tx.enqueue({ ...job, runAt: inAnHour });
    if (state === 'upload token revoked') await markTokenRevoked(tx, publisherId, uploadTokenId);
    if (state === 'publisher banned') {
      await writePublisher(tx, { ...publisher, status: 'PublisherStatusBanned' });
    }
    if (state === 'publisher deleted') await markPublisherDeleted(tx, publisherId);
    return {
      state,
      params: {
        publisherId,
        nodeId,
        version: '1.0.0',
        versionId,
        file: '1.0.0.zip',
        appNodeName: 'Blur',
        memberId,
        invitationId,
        tokenId,
        uploadTokenId,
        trustedPublisherId,
        userId: stage.bystander.id,
        jobId: jobId(job),
        webhookId,
        deliveryId,
        reportId,
        identityId,
        proposalId,
        advisoryId: advisory,
        sessionId,
        passkeyId,
        ...absent(fixture)[state],
      },
      bearers: {
        ...stage.sessions,
        ...tokens,
        'other token': stage.other.token,
      },
    };
  });
};

const issuer = 'https://id.example.org';

/** Removes what fixtures before wrote of the owner, who is the same in all: lists of thousands would slow the walk down. */
const clearOwner = async (tx: Writer, userId: string): Promise<void> => {
  await tx.db.deleteFrom('account').where('userId', '=', userId).where('providerId', '=', issuer).execute();
  await removePasskeys(tx, userId);
  await tx.db.deleteFrom('session').where('userId', '=', userId).whereRef('token', '=', 'id').execute();
};

/** One of the owner, beside the one that calls. */
const writeSession = async (tx: Writer, userId: string): Promise<string> => {
  const [id, now] = [randomUUID(), new Date()];
  await tx.db
    .insertInto('session')
    .values({
      id,
      userId,
      token: id,
      ipAddress: null,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + hours(1)).toISOString(),
    })
    .execute();
  return id;
};

const writeMembers = async (tx: Writer, { users }: Stage, publisherId: string): Promise<string> => {
  const roles = {
    owner: 'owner',
    unverified: 'owner',
    'stale session': 'owner',
    'banned user': 'owner',
    'stale sign-in': 'owner',
    'without second factor': 'owner',
    member: 'member',
  } as const;
  for (const [who, role] of Object.entries(roles)) {
    await upsertMember(tx, publisherId, users[who]?.id ?? '', role);
  }
  const members = await findMembers(tx.db, publisherId);
  return members.find(({ role }) => role === 'member')?.id ?? '';
};

const writeTokens = async (tx: Writer, { users, issuer }: Stage, publisherId: string, nodeId: string) => {
  const make = async (
    name: string,
    actions: readonly TokenAction[] = tokenActions,
    maker = 'owner',
    terms: object = {},
  ) => {
    const { token, ...kept } = makeToken();
    const by = { publisherId, makerId: users[maker]?.id ?? '' };
    const { id } = await insertToken(tx, by, kept, { name, actions: [...actions], ...terms });
    return { id, token };
  };
  const [good, revoked, spare] = [await make('good'), await make('revoked'), await make('to be revoked')];
  await markTokenRevoked(tx, publisherId, revoked.id);
  const orphan = await make('orphan', tokenActions, 'stranger');
  await markTokensOfMakerRevoked(tx, { makerId: users['stranger']?.id ?? '', publisherId });
  return {
    token: good.token,
    'publish token': (await make('publish', ['publish'])).token,
    'edit token': (await make('edit', ['edit'])).token,
    'delete token': (await make('delete', ['delete'])).token,
    'trusted CI': (await make('trusted', ['publish'], 'owner', { nodes: [nodeId], built_by: { issuer } }))
      .token,
    'revoked token': revoked.token,
    'orphan token': orphan.token,
    tokenId: spare.id,
    uploadTokenId: good.id,
  };
};

const writeNodeAndVersion = async (
  tx: Writer,
  stage: Stage,
  {
    state,
    nodeId,
    publisherId,
    uploadTokenId,
  }: { state: State; nodeId: string; publisherId: string; uploadTokenId: string },
): Promise<string> => {
  const number = parseVersion('1.0.0');
  if (number === undefined) throw new Error('1.0.0 is a version');
  const metadata = state === 'trusted only' ? { trusted_only: true } : {};
  const node = await writeNewNode(tx, { id: nodeId, publisherId, metadata });
  const version = await insertVersion(tx, {
    nodeKey: node.key,
    version: number,
    metadata: {},
    deprecated: false,
    uploadDeadline: new Date(Date.parse(tx.now) + hours(24)).toISOString(),
    uploadTokenId,
  });
  if (version === undefined) throw new Error('the node has 1.0.0 already');
  const status = versionStatuses[state] ?? 'NodeVersionStatusActive';
  if (status !== 'NodeVersionStatusPending') {
    const { sha256, bytes } = stage.package;
    await markPackageStored(tx, version.id, { sha256, bytes: bytes.length });
  }
  await replaceAppNodes(tx, version.id, new Map([['Blur', {}]]));
  await writeVersion(tx, { ...version, status });
  await writeNode(tx, { ...node, status: nodeStatuses[state] ?? 'NodeStatusActive' });
  return version.id;
};
