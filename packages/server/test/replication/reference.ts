import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { zip } from '../support/build.ts';
import type { Ending } from '../support/ending.ts';

/** A version of a node of the stand-in. */
interface ReferenceVersion {
  version: string;
  appNodes: readonly string[];
  bytes: Uint8Array;
  status: string;
  deprecated: boolean;
}

interface ReferenceNode {
  id: string;
  publisherId: string;
  description: string;
  versions: ReferenceVersion[];
  isGone: boolean;
  downloads?: number;
  rating?: number;
}

/** A stand-in for a registry without a feed and without digests, which answers as the reference registry does. */
export interface Reference {
  url: string;
  nodes: Map<string, ReferenceNode>;
  /** The requests that came, as `<method> <path>`. */
  requests: string[];
  /** The User-Agent headers that came. */
  agents: Set<string>;
  /** Adds a node with its versions. */
  add(id: string, versions: readonly string[], publisherId?: string): Promise<ReferenceNode>;
  /** What is done with a request instead of answering it, if it returns true. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The bytes of the package of a version. */
  bytesOf(id: string, version: string): Uint8Array;
}

const pageMax = 30;

const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

const packageOf = (id: string, version: string): Promise<Uint8Array> =>
  zip({
    'pyproject.toml': `[project]\nname = "${id}"\nversion = "${version}"\n`,
    '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
    'README.md': `# ${id} ${version}\n`,
  });

const created = '2025-03-01T10:00:00.123456Z';

export const startReference = async (ending: Ending): Promise<Reference> => {
  const nodes: Reference['nodes'] = new Map();
  const versionOf = (node: ReferenceNode, one: ReferenceVersion) => ({
    id: uuidOf(`${node.id}@${one.version}`),
    node_id: node.id,
    version: one.version,
    changelog: `What ${one.version} brings`,
    comfy_node_extract_status: 'success',
    createdAt: created,
    dependencies: ['numpy>=1.26'],
    deprecated: one.deprecated,
    downloadUrl: `${reference.url}/cdn/${node.publisherId}/${node.id}/${one.version}/node.zip`,
    status: one.status,
    supported_accelerators: null,
    supported_comfyui_frontend_version: '',
    supported_comfyui_version: '',
    supported_os: null,
  });
  const latestOf = (node: ReferenceNode) => {
    const active = node.versions.filter(({ status }) => status === 'NodeVersionStatusActive');
    const last = active.at(-1);
    return last && versionOf(node, last);
  };
  const nodeOf = (node: ReferenceNode) => ({
    id: node.id,
    name: node.id,
    author: '',
    banner_url: '',
    category: '',
    created_at: created,
    description: node.description,
    downloads: node.downloads ?? 1234,
    github_stars: 56,
    icon: '',
    latest_version: latestOf(node),
    license: '{"file": "LICENSE"}',
    preempted_comfy_node_names: [],
    publisher: {
      id: node.publisherId,
      name: `Publisher ${node.publisherId}`,
      createdAt: created,
      description: '',
      logo: '',
      source_code_repo: '',
      status: 'PublisherStatusActive',
      support: '',
      website: '',
      members: [],
    },
    rating: node.rating ?? 0,
    repository: `https://github.com/example/${node.id}`,
    search_ranking: 7,
    status: 'NodeStatusActive',
    status_detail: 'internal',
    supported_accelerators: null,
    supported_comfyui_frontend_version: '',
    supported_comfyui_version: '',
    supported_os: null,
    tags: ['image'],
    translations: {},
  });
  const appNodesOf = ({ appNodes }: ReferenceVersion) => ({
    comfy_nodes: appNodes.map((comfy_node_name) => ({
      comfy_node_name,
      category: 'image',
      deprecated: false,
      description: '',
      experimental: false,
      function: 'run',
      input_types: '{"required": {"image": ["IMAGE"]}}',
      output_is_list: [false],
      policy: 'ComfyNodePolicyActive',
      return_names: '["IMAGE"]',
      return_types: '["IMAGE"]',
    })),
    totalNumberOfPages: 1,
  });
  const answer = (path: string, query: URLSearchParams): unknown => {
    const page = Number(query.get('page') ?? 1);
    const limit = Math.min(Number(query.get('limit') ?? 10), pageMax);
    if (path === '/nodes') {
      const listed = [...nodes.values()].filter(({ isGone }) => !isGone);
      const some = listed.slice((page - 1) * limit, page * limit).map(nodeOf);
      return { nodes: some, total: listed.length, page, limit, totalPages: Math.ceil(listed.length / limit) };
    }
    const [, first, id = '', part, number = '', last] = path.split('/');
    const node = first === 'nodes' ? nodes.get(id) : undefined;
    if (node === undefined || node.isGone) return undefined;
    if (part === undefined) return nodeOf(node);
    const statuses = query.getAll('statuses');
    if (part === 'versions' && number === '') {
      return node.versions
        .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
        .map((one) => versionOf(node, one));
    }
    const version = node.versions.find((one) => one.version === number);
    return version && last === 'comfy-nodes' ? appNodesOf(version) : undefined;
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', reference.url);
    reference.requests.push(`${request.method} ${pathname}`);
    reference.agents.add(request.headers['user-agent'] ?? '');
    if (reference.instead(request, response)) return;
    const [, cdn, , id = '', version = ''] = pathname.split('/');
    if (cdn === 'cdn') {
      response.end(reference.bytesOf(id, version));
      return;
    }
    const found = answer(pathname, searchParams);
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(found ?? { error: '', message: 'Node not found' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const reference: Reference = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nodes,
    requests: [],
    agents: new Set(),
    instead: () => false,
    async add(id, versions, publisherId = 'kim') {
      const made = await Promise.all(
        versions.map(async (version) => ({
          version,
          appNodes: [`${id} Blur`, `${id} Sharpen ${version}`],
          bytes: await packageOf(id, version),
          status: 'NodeVersionStatusActive',
          deprecated: false,
        })),
      );
      const node = { id, publisherId, description: `The node ${id}`, versions: made, isGone: false };
      nodes.set(id, node);
      return node;
    },
    bytesOf(id, version) {
      const found = nodes.get(id)?.versions.find((one) => one.version === version);
      if (found === undefined) throw new Error(`the stand-in has no package ${id} ${version}`);
      return found.bytes;
    },
  };
  return reference;
};
