import { createHash } from 'node:crypto';
import { makePublisher, publishPending } from '../../support/build.ts';
import type { TestServer } from '../../support/start-server.ts';

/** An upload that was acknowledged. */
export interface Acknowledged {
  versionId: string;
  path: string;
  sha256: string;
}

/** Publishers that publish one version after the other until they are stopped. */
export interface Load {
  /** In the order in which they were acknowledged. */
  acknowledged: readonly Acknowledged[];
  /** Resolves when so many more were acknowledged. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

export const startLoad = async (server: TestServer, names: readonly string[]): Promise<Load> => {
  const acknowledged: Acknowledged[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const over = new AbortController();
  const publish = async (name: string): Promise<void> => {
    const publisher = await makePublisher(server, name);
    for (let patch = 0; !over.signal.aborted; patch += 1) {
      const version = `1.0.${patch}`;
      const { signedUrl, bytes, versionId } = await publishPending(publisher, `node-of-${name}`, version);
      const { status } = await server.anonymous.upload(signedUrl, bytes);
      if (status !== 200) continue;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const path = `/packages/${name}/node-of-${name}/${version}.zip`;
      acknowledged.push({ versionId, path, sha256 });
      for (const { count, resolve } of waiting) if (acknowledged.length >= count) resolve();
    }
  };
  const publishing = Promise.all(names.map(publish));
  return {
    acknowledged,
    more: (count) =>
      Promise.race([
        publishing.then(() => undefined),
        new Promise<void>((resolve) => waiting.push({ count: acknowledged.length + count, resolve })),
      ]),
    async stop() {
      over.abort();
      await publishing;
      await server.settle();
    },
  };
};
