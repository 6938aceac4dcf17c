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
    'environment.ts',
    'main.ts',
    'patchbay-server-complete.ts',
    'patchbay-server.ts',
    'server.ts',
    'start.ts',
  ],
  shared: [
    'errors.ts',
    'memoize-for.ts',
    'one-letter-off.ts',
    'operator-error.ts',
    'prefix-of.ts',
    'private-files.ts',
    'software-version.ts',
  ],
  arrows: {
    'config.ts': ['settings.ts'],
    'settings.ts': ['packages'],
    accounts: ['authorization', 'config.ts', 'context.ts', 'limits', 'store'],
    authorization: ['accounts', 'context.ts', 'limits', 'store'],
    commands: ['accounts', 'config.ts', 'doctor', 'lifecycle', 'main.ts', 'packages', 'server.ts', 'store'],
    doctor: ['packages', 'store'],
    documents: ['authorization', 'store'],
    followers: ['store'],
    http: [
      'accounts',
      'authorization',
      'config.ts',
      'context.ts',
      'limits',
      'metrics',
      'operations',
      'present',
      'store',
    ],
    jobs: ['context.ts', 'limits', 'packages', 'store'],
    lifecycle: ['authorization', 'limits', 'store'],
    limits: ['store'],
    metrics: ['context.ts', 'followers', 'jobs', 'store'],
    operations: [
      'accounts',
      'authorization',
      'context.ts',
      'documents',
      'lifecycle',
      'limits',
      'outbound',
      'packages',
      'present',
      'search',
      'store',
    ],
    outbound: [],
    packages: ['authorization', 'config.ts', 'context.ts', 'lifecycle', 'limits', 'store'],
    present: ['authorization', 'lifecycle', 'packages', 'store'],
    search: ['store'],
    site: ['context.ts', 'http', 'metrics', 'packages', 'store'],
    store: ['search'],
  },
};

const inspect: Area = {
  folder: 'packages/inspect/src',
  composition: ['facts.ts', 'index.ts', 'read-package.ts'],
  shared: [],
  arrows: {
    archive: ['text'],
    checks: ['archive', 'python', 'text'],
    extract: ['python'],
    project: [],
    python: [],
    readme: ['archive', 'text'],
    text: [],
  },
};

const client: Area = {
  folder: 'packages/client/src',
  composition: [
    'index.ts',
    'items-of.ts',
    'download-package.ts',
    'dry-run-publish.ts',
    'errors.ts',
    'send.ts',
  ],
  shared: [
    'chunks-of.ts',
    'client.ts',
    'errors.ts',
    'fetch-with-progress.ts',
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
    'host-of.ts',
    'is-loopback.ts',
    'in-names-of-host.ts',
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
    credentials: ['output', 'settings'],
    files: [],
    install: ['files', 'output', 'parameters'],
    diff: ['check'],
    login: ['credentials'],
    output: [],
    pack: ['files', 'project'],
    parameters: [],
    project: ['files'],
    prompts: [],
    publish: ['check', 'credentials', 'output', 'pack', 'settings'],
    settings: ['files'],
    workflow: ['install', 'output', 'parameters'],
  },
};

export const areas: readonly Area[] = [server, inspect, client, cli];
