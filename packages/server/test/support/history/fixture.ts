import {
  type Client,
  acceptInvitation,
  createPublisher,
  createToken,
  inviteMember,
  signIn,
  signUp,
} from '@patchbay/client';
import { patientClient } from './patient-client.ts';

/** A personal access token, and whether this side has asked for its end. */
export interface Token {
  id: string;
  secret: string;
  isRevoked: boolean;
}

/** A publish, answered or not, by when it began and ended. The last one says whose address takes the package. */
export interface PublishAttempt {
  nodeId: string;
  number: string;
  token: Token;
  beganAt: number;
  /** Infinity without an answer: it may still be at work. */
  endedAt: number;
}

/** A version as its publisher knows it. */
export interface KnownVersion {
  attempt: PublishAttempt;
  nodeId: string;
  number: string;
  id: string;
  signedUrl: string;
  /** Whether an upload to it was acknowledged. */
  isUploaded: boolean;
}

/** A publisher and what those who edit for it know; they share it as people share a repository. */
export interface Publisher {
  id: string;
  nodeIds: readonly string[];
  /** The session of each editor; where there are two, they edit the same nodes. */
  editors: readonly string[];
  tokens: Token[];
  attempts: PublishAttempt[];
  versions: KnownVersion[];
}

/** Who takes part, on a registry that knew none of them. */
export interface Fixture {
  /** The base addresses of the processes. */
  urls: readonly string[];
  publishers: readonly Publisher[];
  moderator: string;
}

export interface Cast {
  publishers: number;
  nodesEach: number;
  moderator: { email: string; password: string };
}

const owners = 4;
/** One publisher in so many has two editors. */
const sharedEach = 4;
const password = 'correct horse battery';

/** Makes accounts, publishers and tokens. */
export const makeFixture = async (urls: readonly string[], cast: Cast): Promise<Fixture> => {
  const url = urls[0] ?? '';
  const anonymous = patientClient(url);
  const enter = async (name: string): Promise<string> => {
    const { token } = await signUp(anonymous, { body: { name, email: emailOf(name), password } });
    return token ?? '';
  };
  const sessions = await Promise.all(Array.from({ length: owners }, (_, index) => enter(`owner-${index}`)));
  const helper = await enter('helper');
  const publishers = await Promise.all(
    Array.from({ length: cast.publishers }, async (_, index): Promise<Publisher> => {
      const id = `publisher-${index}`;
      const session = sessions[index % owners] ?? '';
      const isShared = index % sharedEach === 0;
      const owner = patientClient(url, session);
      await createPublisher(owner, { body: { id } });
      if (isShared) {
        const body = { email: emailOf('helper'), role: 'owner' } as const;
        const { id: invitationId } = await inviteMember(owner, { publisherId: id, body });
        await acceptInvitation(patientClient(url, helper), { invitationId });
      }
      const tokens = [await makeToken(owner, id), await makeToken(owner, id)];
      const nodeIds = Array.from({ length: cast.nodesEach }, (_, node) => `node-${index}-${node}`);
      return {
        id,
        nodeIds,
        editors: isShared ? [session, helper] : [session],
        tokens,
        attempts: [],
        versions: [],
      };
    }),
  );
  const { token } = await signIn(anonymous, { body: cast.moderator });
  return { urls, publishers, moderator: token };
};

const emailOf = (name: string): string => `${name}@example.org`;

const makeToken = async (owner: Client, publisherId: string): Promise<Token> => {
  const { id, token } = await createToken(owner, {
    publisherId,
    body: { name: 'load', actions: ['publish', 'edit'] },
  });
  return { id, secret: token, isRevoked: false };
};
