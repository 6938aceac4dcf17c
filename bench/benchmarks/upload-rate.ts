import { runLoad } from '../load/run-load.ts';
import type { Stage } from '../fixture/open-fixture.ts';
import { publishes, uploads } from '../fixture/requests.ts';
import { untilChecked } from '../fixture/until-checked.ts';
import { writers } from '../settings.ts';
import { throughputOnce } from './throughput.ts';

/** A version that waits for its package. */
interface Pending {
  version: string;
  signedUrl: string;
}

/** Publishes this many versions of the fixture's node. */
export const publishPending = async (stage: Stage, count: number): Promise<Pending[]> => {
  const { bodies } = await runLoad({
    port: stage.process.port,
    ...publishes(stage, count),
    connections: writers,
    loop: { kind: 'once' },
    keepBodies: true,
  });
  return bodies.map((body) => {
    const { node_version, signedUrl } = JSON.parse(body) as {
      node_version: { version: string };
      signedUrl: string;
    };
    return { version: node_version.version, signedUrl };
  });
};

/** Uploads a second, one for each version. Returns when the server has finished the jobs that follow. */
export const uploadRate = async (stage: Stage, pending: readonly Pending[]): Promise<number> => {
  const urls = pending.map(({ signedUrl }) => signedUrl);
  const rate = await throughputOnce(stage.process, uploads(stage, urls), writers);
  await untilChecked(
    stage.registry,
    stage.nodeId,
    pending.map(({ version }) => version),
  );
  return rate;
};
