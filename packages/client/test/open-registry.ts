import {
  type Client,
  createClient,
  createPublisher,
  createToken,
  publishVersion,
  uploadPackage,
} from '@patchbay/client';
import { uniqueId, zip } from '../../server/test/support/build.ts';
import { type TestServer, startServer } from '../../server/test/support/start-server.ts';

export interface Registry {
  server: TestServer;
  /** A caller without a token. */
  anonymous: Client;
  /** A new publisher, its owner and a token of it. */
  publisher(): Promise<{ id: string; owner: Client; token: string }>;
  /** Publishes a version with its package and waits until it is Active. Returns the bytes. */
  publish(
    publisher: { id: string; owner: Client; token: string },
    nodeId: string,
    version: string,
  ): Promise<Blob>;
}

/** A real registry, called through the client. */
export const openRegistry = async (test: Parameters<typeof startServer>[0]): Promise<Registry> => {
  const server = await startServer(test);
  const { url } = server;
  return {
    server,
    anonymous: createClient({ url }),
    async publisher() {
      const id = uniqueId('pub');
      const { bearer } = await server.user(id);
      const owner = createClient({ url, token: bearer });
      await createPublisher(owner, { body: { id, name: id } });
      const { token } = await createToken(owner, {
        publisherId: id,
        body: { name: 'all', actions: ['publish', 'edit', 'delete'] },
      });
      return { id, owner, token };
    },
    async publish({ id, owner, token }, nodeId, version) {
      const { signedUrl } = await publishVersion(owner, {
        publisherId: id,
        nodeId,
        body: { node: {}, node_version: { version }, personal_access_token: token },
      });
      const bytes = new Blob([await zip({ '__init__.py': `VERSION = "${version}"\n` })]);
      await uploadPackage(owner, signedUrl, bytes);
      await server.settle();
      return bytes;
    },
  };
};
