import assert from 'node:assert/strict';
import { type Publisher, makePublisher, publishActive, uniqueId } from '../build.ts';
import type { Client, Reply } from '../client.ts';
import type { TestServer } from '../start-server.ts';

/** What tests of a node's pages have at hand. */
interface NodeDesk {
  ada: Publisher;
  moderator: Client;
  /** Reads a page. */
  read: (path: string) => Promise<Pick<Reply, 'status' | 'text' | 'headers'>>;
  /** A new node of Ada's with these versions. */
  makeNode: (...versions: string[]) => Promise<string>;
  putAppNodes: (id: string, version: string, appNodes: readonly object[]) => Promise<void>;
}

export const openNodeDesk = async (server: TestServer): Promise<NodeDesk> => {
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  return {
    ada,
    moderator,
    read: async (path) => {
      // Addresses of pages have no names of a host.
      const { status, text, headers } = await server.anonymous.getHere(server.url + path);
      return { status, text, headers };
    },
    makeNode: async (...versions) => {
      const id = uniqueId('node');
      for (const version of versions) await publishActive(server, ada, id, version);
      return id;
    },
    putAppNodes: async (id, version, app_nodes) => {
      const reply = await moderator.put(`/admin/nodes/${id}/versions/${version}/app-nodes`, { app_nodes });
      assert.equal(reply.status, 200, reply.text);
    },
  };
};
