import { publication, zip } from '../build.ts';
import { Client } from '../client.ts';
import { moderatorEmail, moderatorPassword } from './moderator.ts';

export interface HostileFixture {
  url: string;
  /** Of the stranger, who owns the publisher `mallory`. */
  owner: Client;
  token: string;
  nodes: number;
  versions: number;
  /** Of versions that wait for their package. */
  uploads: readonly string[];
}

const must = async (reply: ReturnType<Client['send']>, status: number) => {
  const answer = await reply;
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer.json;
};

/** Texts that are as large as each bound lets them be, and made of what an index finds everywhere. */
const fatNode = (index: number) => ({
  name: 'a'.repeat(200),
  description: 'a'.repeat(10_000),
  tags: Array.from({ length: 25 }, () => 'ab '.repeat(650)),
  supported_app_version: `>=0.${index}.0 || ${Array.from({ length: 15 }, (_, part) => `0.${part}.${index}`).join(' || ')}`,
  translations: Object.fromEntries(
    ['de', 'fr', 'ja', 'ko', 'es', 'it'].map((tag) => [tag, { description: '界'.repeat(3_300) }]),
  ),
});
const fatVersion = (version: string) => ({
  version,
  dependencies: Array.from({ length: 31 }, () => 'x'.repeat(2_000)),
});

/** Fills the registry at an address with the largest things a stranger can keep there. */
export const openHostileFixture = async (
  url: string,
  size: { nodes: number; versions: number },
): Promise<HostileFixture> => {
  const signIn = { email: moderatorEmail, password: moderatorPassword };
  const { token: session } = await must(new Client(url).post('/auth/sign-in/email', signIn), 200);
  const owner = new Client(url, session);
  await must(owner.post('/publishers', { id: 'mallory', name: 'M' }), 201);
  const { token } = await must(owner.post('/publishers/mallory/tokens', { name: 'all' }), 201);
  for (let index = 0; index < size.nodes; index += 1) {
    await must(owner.post('/publishers/mallory/nodes', { id: `fat-${index}`, ...fatNode(index) }), 201);
  }
  const bytes = await zip({ '__init__.py': '' });
  const publish = (version: string) =>
    must(
      owner.post('/publishers/mallory/nodes/fat-0/versions', {
        ...publication(token, version),
        node_version: fatVersion(version),
      }),
      201,
    );
  for (let index = 0; index < size.versions; index += 1) {
    const { signedUrl } = await publish(`1.0.${index}`);
    await must(owner.upload(signedUrl, bytes), 200);
  }
  const uploads = [await publish('2.0.0'), await publish('2.0.1')].map(({ signedUrl }) => String(signedUrl));
  return { url, owner, token, ...size, uploads };
};
