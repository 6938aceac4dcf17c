import type { EndpointName } from '@patchbay/contract';
import { Readable } from 'node:stream';
import { makeToken } from '../../../src/accounts/tokens.ts';
import { packageKey } from '../../../src/packages/blobs/blob-store.ts';
import { Client } from '../../support/client.ts';
import { requestCode } from '../../support/device.ts';
import { SoftwarePasskey } from '../../support/passkey.ts';
import { password } from '../../support/start-server.ts';
import { type Actor, isDoubted, isUser } from './actors.ts';
import type { Fixture } from './fixture.ts';
import type { Stage } from './stage.ts';

/** What a well-formed request holds besides its path. */
interface Request {
  query?: Record<string, string>;
  body?: object;
  /** In place of the actor's own. */
  bearer?: string;
}

type Ask = (call: {
  stage: Stage;
  fixture: Fixture;
  actor: Actor;
  serial: number;
}) => Request | Promise<Request>;

const withStoredPackage = async ({
  stage,
  fixture,
}: {
  stage: Stage;
  fixture: Fixture;
}): Promise<Request> => {
  await storePackage(stage, fixture);
  return {};
};

const signIn = ({ stage, fixture }: { stage: Stage; fixture: Fixture }) => ({
  body: {
    email: fixture.state === 'user unknown' ? 'nobody@example.org' : stage.bystander.email,
    password,
  },
});

const withUserCode = async ({ stage, serial }: { stage: Stage; serial: number }) => {
  const { user_code } = await requestCode(stage.server, addressOf(serial));
  return { body: { user_code } };
};

const walkedUrl = 'https://registry.example.org';

/** Good requests to the endpoints that take more than a path. */
export const requests: { readonly [Name in EndpointName]?: Ask } = {
  updateNode: () => ({ body: { description: 'Walked by.' } }),
  publishVersion: (call) => ({ body: publicationOf(call) }),
  dryRunPublish: (call) => ({ query: { dry_run: 'true' }, body: publicationOf(call) }),
  updateVersion: () => ({ body: { changelog: 'Walked by.' } }),
  updateAppNode: () => ({ body: { category: 'walked' } }),
  bulkGetVersions: ({ fixture }) => ({
    body: { node_versions: [{ node_id: fixture.params['nodeId'], version: fixture.params['version'] }] },
  }),
  resolveAppNodes: ({ fixture }) => ({ body: { names: [fixture.params['appNodeName']] } }),
  watchNodes: ({ fixture }) => ({ body: { nodes: [{ node_id: fixture.params['nodeId'] ?? 'walked' }] } }),
  resolveWorkflow: () => ({ body: { nodes: [] } }),
  installNode: ({ fixture }) => ({ query: { version: fixture.params['version'] ?? '' } }),
  reviewNode: () => ({ query: { star: '5' } }),
  reportNode: () => ({ body: { reason: 'other', text: 'Walked by.' } }),
  answerReport: () => ({ body: { status: 'ReportStatusResolved', answer: 'Walked by.' } }),
  createNode: ({ fixture, serial }) => ({
    body: { id: fixture.state === 'id taken' ? fixture.params['nodeId'] : `Made-${serial}` },
  }),
  renameNode: ({ serial }) => ({ body: { id: `Renamed-${serial}`, reason: 'Walked by.' } }),
  uploadPackage: async ({ stage, fixture }) => ({ query: await signedQuery(stage, fixture) }),
  downloadPackage: withStoredPackage,
  checkVersion: withStoredPackage,
  extractVersion: withStoredPackage,
  createPublisher: ({ fixture, serial }) => ({
    body: { id: fixture.state === 'id taken' ? fixture.params['publisherId'] : `made-${serial}` },
  }),
  validatePublisherId: ({ fixture, serial }) => ({
    query: {
      username: fixture.state === 'id taken' ? (fixture.params['publisherId'] ?? '') : `free-${serial}`,
    },
  }),
  updatePublisher: () => ({ body: { name: 'Walked by' } }),
  inviteMember: ({ stage, fixture }) => ({
    body: {
      email: fixture.state === 'user unknown' ? 'nobody@example.org' : stage.bystander.email,
      role: 'member',
    },
  }),
  updateMember: () => ({ body: { role: 'member' } }),
  createToken: () => ({ body: { name: 'made' } }),
  reportLeakedTokens: () => ({ body: { token: makeToken().token } }),
  createTrustedPublisher: ({ serial }) => ({
    body: { issuer: 'github', repository: `walker/pack-${serial}`, workflows: ['publish.yml'] },
  }),
  updateNodePublishing: () => ({ body: { trusted_only: true } }),
  exchangeIdentityToken: async (call) => ({ body: await identityOf(call) }),
  dryRunIdentityToken: async (call) => ({ query: { dry_run: 'true' }, body: await identityOf(call) }),
  createPublisherWebhook: () => ({ body: { url: 'https://localhost:65535/hooks' } }),
  createRegistryWebhook: () => ({ body: { url: 'https://localhost:65535/hooks' } }),
  updateWebhook: () => ({ body: { description: 'Walked by.' } }),
  signUp: ({ serial }) => ({
    body: { name: 'Newcomer', email: `newcomer-${serial}@example.org`, password },
  }),
  signIn,
  beginExternalSignIn: () => ({ body: { purpose: 'sign-in' } }),
  completeExternalSignIn: () => ({ body: { flow: 'unknown', query: '' } }),
  signOut: ({ stage, actor, serial }) => (isUser(actor) ? withFreshSession(stage, actor, serial) : {}),
  deleteAccount: ({ stage, actor, serial }) =>
    isUser(actor) && !isDoubted(actor) ? asNewcomer(stage, serial) : {},
  stepUp: () => ({ body: { password } }),
  completeSignIn: () => ({ body: { token: 'walked', code: '000000' } }),
  signInWithPasskey: () => ({
    body: { credential: new SoftwarePasskey(walkedUrl).prove({ challenge: 'AAAA' }) },
  }),
  addPasskey: () => ({
    body: { name: 'Walked by', credential: new SoftwarePasskey(walkedUrl).create({ challenge: 'AAAA' }) },
  }),
  confirmTotp: async ({ stage, fixture, actor }) => {
    if (isUser(actor))
      await new Client(stage.server.url, fixture.bearers[actor]).post('/users/second-factor/totp');
    return { body: { code: 'walked' } };
  },
  changePassword: () => ({ body: { currentPassword: password, newPassword: password } }),
  requestPasswordReset: ({ stage }) => ({ body: { email: stage.bystander.email } }),
  resetPassword: () => ({ body: { token: 'unknown', newPassword: password } }),
  sendVerificationEmail: ({ stage }) => ({ body: { email: stage.bystander.email } }),
  verifyEmail: () => ({ body: { token: 'unknown' } }),
  changeEmail: ({ serial }) => ({ body: { newEmail: `moved-${serial}@example.org`, password } }),
  requestDeviceCode: () => ({ body: { client_id: 'walker' } }),
  redeemDeviceCode: async ({ stage, serial }) => {
    const { device_code } = await requestCode(stage.server, addressOf(serial));
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    return { body: { grant_type, device_code, client_id: 'patchbay' } };
  },
  reviewDevice: withUserCode,
  approveDevice: async (call) => {
    const { body: credentials } = signIn(call);
    return { body: { ...credentials, ...(await withUserCode(call)).body } };
  },
  denyDevice: withUserCode,
  updateVersionStatus: () => ({ body: { status: 'NodeVersionStatusBanned', status_reason: 'Walked by.' } }),
  updatePublisherStatus: () => ({ body: { status: 'PublisherStatusBanned', reason: 'Walked by.' } }),
  addTranslations: () => ({ body: { data: { de: { description: 'Begangen.' } } } }),
  createAppNodes: () => ({ body: { success: true, nodes: { Sharpen: {} } } }),
  createUnclaimedNode: ({ fixture, serial }) => ({
    body: { id: fixture.state === 'id taken' ? fixture.params['nodeId'] : `Unclaimed-${serial}` },
  }),
  transferNode: ({ stage }) => ({ body: { publisher_id: stage.other.publisherId, reason: 'Walked by.' } }),
  updatePublisherQuotas: () => ({ body: { nodes: 2_000, reason: 'Walked by.' } }),
  updateUserQuotas: ({ serial }) => ({ body: { publishers: 100 + serial, reason: 'Walked by.' } }),
  updateNodeQuotas: () => ({ body: { versions: 6_000, reason: 'Walked by.' } }),
  moderateNode: () => ({ body: { description: 'Walked by.', reason: 'Walked by.' } }),
  putAppNodes: () => ({ body: { app_nodes: [{ app_node_name: 'Sharpen' }] } }),
  retryJob: () => ({ body: { reason: 'Walked by.' } }),
  dropJob: () => ({ body: { reason: 'Walked by.' } }),
  updateUser: () => ({ body: { reason: 'Walked by.', isAdmin: false } }),
  rejectProposal: () => ({ body: { reason: 'Walked by.' } }),
  banNode: () => ({ body: { reason: 'Walked by.' } }),
  banPublisher: () => ({ body: { reason: 'Walked by.' } }),
  revokeToken: () => ({ query: { reason: 'Walked by.' } }),
  deleteTrustedPublisher: () => ({ query: { reason: 'Walked by.' } }),
  deleteWebhook: () => ({ query: { reason: 'Walked by.' } }),
};

/** Each call comes from an address of its own, so that the limit of attempts is not met. */
export const addressOf = (serial: number): string => `10.1.${serial >> 8}.${serial & 255}`;

interface Publishing {
  stage: Stage;
  fixture: Fixture;
  actor: Actor;
}

const publicationOf = ({ stage, fixture, actor }: Publishing) => ({
  personal_access_token: bodyToken(stage, fixture, actor),
  node: {},
  node_version: { version: fixture.state.startsWith('version ') ? '1.0.0' : '2.0.0' },
});

const bodyToken = ({ other }: Stage, { state, bearers }: Fixture, actor: Actor): string | undefined => {
  if (state === 'body token revoked') return bearers['revoked token'];
  if (state === 'body token of another') return other.token;
  return bearers[actor === 'trusted CI' ? actor : 'token'];
};

const identityOf = async ({ stage, fixture }: Publishing) => ({
  token: await stage.signJob(fixture.state === 'signature forged'),
  publisher_id: fixture.params['publisherId'],
  node_id: fixture.params['nodeId'],
});

const ids = ({ params }: Fixture) => ({
  publisherId: params['publisherId'] ?? '',
  nodeKey: (params['nodeId'] ?? '').toLowerCase(),
  versionId: params['versionId'] ?? '',
  tokenId: params['uploadTokenId'] ?? '',
});

const signedQuery = async ({ server }: Stage, fixture: Fixture): Promise<Record<string, string>> => {
  const expires = Math.floor(server.clock.now().getTime() / 1000) + 60;
  const address = await server.server.context.blobs.signUpload({ ...ids(fixture), expires }, []);
  const { searchParams } = new URL(address);
  return {
    expires: searchParams.get('expires') ?? '',
    signature: fixture.state === 'signature forged' ? 'forged' : (searchParams.get('signature') ?? ''),
  };
};

const storePackage = async (
  { server, package: { bytes, sha256 } }: Stage,
  fixture: Fixture,
): Promise<void> => {
  const { publisherId, nodeKey, versionId } = ids(fixture);
  const staged = await server.server.context.blobs.stage(Readable.from([bytes]), bytes.length);
  await staged.commit(packageKey({ packageFolder: publisherId, key: nodeKey }, versionId, sha256));
};

/** The session of an account that may end without ending those of the stage. */
const asNewcomer = async ({ server }: Stage, serial: number): Promise<Request> => {
  const { bearer = '' } = await server.user(`leaver-${serial}`);
  return { bearer };
};

/** A session that may end without ending that of the other scenes. */
const withFreshSession = async ({ server, users }: Stage, actor: Actor, serial: number): Promise<Request> => {
  const reply = await server.anonymous.post(
    '/auth/sign-in/email',
    { email: users[actor]?.email, password },
    { 'x-forwarded-for': addressOf(serial) },
  );
  return { bearer: reply.json.token };
};
