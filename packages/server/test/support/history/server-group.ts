import { type ServerProcess, sources, startServerProcess } from '../server-process.ts';

/** Server processes that keep their addresses over their deaths. */
export interface ServerGroup {
  /** The folder of the first process. */
  dataDir: string;
  urls: readonly string[];
  /** The settings of the first process. */
  environment: Readonly<Record<string, string>>;
  kill(index: number): Promise<void>;
  /** Starts one that was killed, at its address and on its data, in this life with `more` settings. */
  restart(index: number, more?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What watches a server replaces methods of its modules, and the bundle, which starts in a fifth of the time, has none. */
const start = (environment: Record<string, string>): Promise<ServerProcess> =>
  startServerProcess(environment, environment['NODE_OPTIONS'] === undefined ? undefined : sources);

/** Starts one process for each environment; each names its `DATA_DIR`. */
export const startServerGroup = async (
  environments: readonly [Record<string, string>, ...Record<string, string>[]],
): Promise<ServerGroup> => {
  const processes: ServerProcess[] = await Promise.all(environments.map(start));
  const urls = processes.map(({ url }) => url);
  return {
    dataDir: environments[0]['DATA_DIR'] ?? '',
    urls,
    environment: environments[0],
    async kill(index) {
      await processes[index]?.end('SIGKILL');
    },
    async restart(index, more) {
      const { port } = new URL(urls[index] ?? '');
      const process = await start({ ...environments[index], ...more, PORT: port });
      processes[index] = process;
      return process;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((process) => process.end('SIGKILL')));
    },
  };
};
