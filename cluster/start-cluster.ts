import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeBucket } from '../packages/server/test/support/packages-on-s3.ts';
import { startPostgres } from '../packages/server/test/support/postgres-server.ts';
import { startS3Server } from '../packages/server/test/support/s3-server.ts';
import { type ServerProcess, startServerProcess } from '../packages/server/test/support/server-process.ts';
import { findFreePorts } from './find-free-ports.ts';
import { startNginx } from './start-nginx.ts';

const bucket = 'patchbay';

/** Only this machine can reach it, so it need not be secret. */
export const moderator = { email: 'moderator@example.org', password: 'correct horse battery' };

/** Several servers on one PostgreSQL and one S3, behind one nginx. */
export interface Cluster extends AsyncDisposable {
  url: string;
  servers: readonly { url: string; process: ServerProcess['process'] }[];
}

export interface ClusterSize {
  servers: number;
  /** The port of the whole cluster; 0 selects a free one. */
  port: number;
  /**
   * The folder of all data, possibly from an earlier run. If root starts the cluster, other users must be able to
   * enter it.
   */
  folder: string;
}

/** Starts everything on loopback. Disposing it ends every process and keeps the data. */
export const startCluster = async ({ servers, port, folder }: ClusterSize): Promise<Cluster> => {
  await using opened = new AsyncDisposableStack();
  const [freePort = 0, ...serverPorts] = await findFreePorts(1 + servers);
  const url = `http://127.0.0.1:${port === 0 ? freePort : port}`;

  const postgres = await startPostgres({ data: join(folder, 'postgres') });
  opened.defer(() => postgres.stop());
  const s3 = await startS3Server({ data: join(folder, 's3') });
  opened.defer(() => s3.stop());
  await makeBucket(s3, bucket);

  const shared = {
    PUBLIC_URL: url,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: postgres.url,
    PACKAGES_URL: `s3://${bucket}?endpoint=${s3.endpoint}`,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SECRET: randomBytes(32).toString('hex'),
    ADMIN_EMAIL: moderator.email,
    ADMIN_PASSWORD: moderator.password,
  };
  const started = await Promise.all(
    serverPorts.map(async (serverPort) => {
      const DATA_DIR = join(folder, `server-${serverPorts.indexOf(serverPort) + 1}`);
      const server = await startServerProcess({ ...shared, DATA_DIR, PORT: String(serverPort) });
      opened.defer(async () => void (await server.end('SIGTERM')));
      return { url: `http://127.0.0.1:${serverPort}`, process: server.process };
    }),
  );

  const nginx = await startNginx(join(folder, 'nginx'), { port: Number(new URL(url).port), serverPorts });
  opened.defer(() => nginx.stop());
  const kept = opened.move();
  return { url, servers: started, [Symbol.asyncDispose]: () => kept.disposeAsync() };
};
