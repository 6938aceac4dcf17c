/** The source of one package: rooms, which are its folders, and a few root files. */
export interface Area {
  folder: string;
  /** For each room, the rooms and root files that it may import besides its own files. */
  arrows: Readonly<Record<string, readonly string[]>>;
  /** Root files that may import every room. A room imports one of them only where its arrows say so. */
  composition: readonly string[];
  /** Root files that every room may import; they import no room. */
  shared: readonly string[];
}

const server: Area = {
  folder: 'packages/server/src',
  composition: [
    'context.ts',
    'hide-environment.ts',
    'main.ts',
    'patchbay-server-complete.ts',
    'patchbay-server.ts',
    'receive-environment.ts',
    'serve.ts',
    'server.ts',
    'start.ts',
    'supervise.ts',
  ],
  shared: [
    'end-on-signal.ts',
    'errors.ts',
    'fair-lane.ts',
    'keep-for.ts',
    'map-in-slices.ts',
    'next-slice.ts',
    'operator-error.ts',
    'private-files.ts',
    'process-name.ts',
    'software-version.ts',
  ],
  arrows: {
    'config.ts': ['blobs'],
    access: ['accounts', 'config.ts', 'context.ts', 'outbound', 'policy', 'search', 'store'],
    accounts: ['config.ts', 'context.ts', 'policy', 'store'],
    blobs: ['config.ts'],
    commands: [
      'accounts',
      'blobs',
      'config.ts',
      'doctor',
      'intake',
      'lifecycle',
      'main.ts',
      'server.ts',
      'store',
    ],
    doctor: ['blobs', 'intake', 'store'],
    followers: ['store'],
    http: [
      'accounts',
      'config.ts',
      'context.ts',
      'metrics',
      'operations',
      'policy',
      'present',
      'rates',
      'store',
    ],
    intake: ['blobs', 'context.ts', 'lifecycle', 'policy', 'readers', 'store'],
    jobs: ['context.ts', 'intake', 'lifecycle', 'policy', 'store'],
    lifecycle: ['access', 'policy', 'store'],
    metrics: ['context.ts', 'followers', 'jobs', 'store'],
    operations: [
      'access',
      'accounts',
      'blobs',
      'context.ts',
      'intake',
      'lifecycle',
      'policy',
      'present',
      'search',
      'store',
    ],
    outbound: [],
    policy: [],
    present: ['access', 'intake', 'policy', 'store'],
    rates: ['store'],
    readers: [],
    search: ['store'],
    site: ['blobs', 'context.ts', 'http', 'metrics', 'policy', 'present', 'store'],
    store: ['policy', 'search'],
  },
};

const inspect: Area = {
  folder: 'packages/inspect/src',
  composition: ['facts.ts', 'index.ts', 'package-tasks.ts'],
  shared: [],
  arrows: {
    archive: [],
    checks: ['archive', 'python'],
    extract: ['python'],
    project: [],
    python: [],
    readme: ['archive'],
  },
};

const client: Area = {
  folder: 'packages/client/src',
  composition: [
    'index.ts',
    'changes-after.ts',
    'download-package.ts',
    'dry-run-publish.ts',
    'errors.ts',
    'send.ts',
  ],
  shared: [
    'chunks-of.ts',
    'client.ts',
    'errors.ts',
    'memory-cache.ts',
    'request.ts',
    'send.ts',
    'with-key.ts',
    'write-url.ts',
  ],
  arrows: { generated: [], workflow: ['generated'] },
};

const cli: Area = {
  folder: 'packages/cli/src',
  composition: ['application.ts', 'main.ts', 'make-context.ts', 'run.ts'],
  shared: [
    'call.ts',
    'command.ts',
    'connect.ts',
    'context.ts',
    'errors.ts',
    'find-command.ts',
    'node-reference.ts',
    'to-cli-error.ts',
  ],
  arrows: {
    'call.ts': ['output', 'prompts'],
    'command.ts': ['output'],
    'connect.ts': ['credentials', 'settings'],
    'context.ts': ['prompts'],
    'node-reference.ts': ['parameters'],
    ask: [],
    check: ['output', 'pack', 'project'],
    commands: [
      'ask',
      'check',
      'credentials',
      'diff',
      'files',
      'install',
      'login',
      'output',
      'pack',
      'parameters',
      'project',
      'publish',
      'settings',
      'workflow',
    ],
    credentials: ['settings'],
    files: [],
    install: ['files', 'output', 'parameters'],
    diff: ['check'],
    login: [],
    output: [],
    pack: ['files', 'project'],
    parameters: [],
    project: ['files'],
    prompts: ['output'],
    publish: ['check', 'output', 'pack', 'settings'],
    settings: ['files'],
    workflow: ['install', 'output', 'parameters'],
  },
};

export const areas: readonly Area[] = [server, inspect, client, cli];
