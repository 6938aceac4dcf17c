import assert from 'node:assert/strict';
import { type Publisher, makePublisher, zip } from '../build.ts';
import { makeWebhook } from '../make-webhook.ts';
import type { TestServer } from '../start-server.ts';

interface Shown {
  id: string;
  name: string;
  description: string;
  tags: readonly string[];
  appNodes: readonly string[];
  installs: number;
}

const nodes: readonly Shown[] = [
  {
    id: 'image-tools',
    name: 'Image tools',
    description: 'Blur, sharpen and mask pictures, one or many at a time. Works on the processor alone.',
    tags: ['image', 'mask'],
    appNodes: ['Blur', 'Sharpen', 'Mask edges'],
    installs: 9,
  },
  {
    id: 'tiled-upscaler',
    name: 'Tiled upscaler',
    description: 'Upscales large pictures in tiles, with seams that nobody sees, in little memory.',
    tags: ['upscale'],
    appNodes: ['Upscale in tiles', 'Choose tiles'],
    installs: 7,
  },
  {
    id: 'prompt-library',
    name: 'Prompt library',
    description: 'Keeps prompts beside the workflow, with variables, choices and a history.',
    tags: ['text'],
    appNodes: ['Prompt from library'],
    installs: 5,
  },
  {
    id: 'colour-match',
    name: 'Colour match',
    description: 'Gives one picture the colours of another, by histogram or in a perceptual space.',
    tags: ['image', 'colour'],
    appNodes: ['Match colours', 'Blur'],
    installs: 4,
  },
  {
    id: 'audio-bridge',
    name: 'Audio bridge',
    description: 'Reads, cuts and writes sound, and drives values of a graph by its loudness.',
    tags: ['audio'],
    appNodes: ['Load sound', 'Loudness to value'],
    installs: 2,
  },
  {
    id: 'batch-files',
    name: 'Batch files',
    description: 'Runs a graph over a folder, and writes results under names made of their settings.',
    tags: ['files'],
    appNodes: ['Load picture', 'Each file of folder'],
    installs: 1,
  },
];

/** Fills a server with what the pages show: nodes with versions, app-nodes, downloads, from two publishers. */
export const fillSite = async (server: TestServer): Promise<Publisher> => {
  const ada = await makePublisher(server, 'ada');
  const bob = await makePublisher(server, 'bob');
  await ada.owner.put('/publishers/ada', {
    name: 'Ada’s nodes',
    description: 'Small nodes that do one thing, with tests.',
    website: 'https://example.org/ada',
    support: 'help@example.org',
  });
  for (const [index, node] of nodes.entries()) {
    const publisher = index % 3 === 2 ? bob : ada;
    const all = index === 0 ? ['1.0.0', '1.1.0', '2.0.0'] : ['1.0.0'];
    for (const version of all) {
      server.clock.advance(60_000);
      await publish(server, publisher, node, version);
    }
    for (let count = 0; count < node.installs; count += 1) {
      const from = { 'x-forwarded-for': `10.1.${index}.${count}` };
      await server.anonymous.get(`/nodes/${node.id}/install`, from);
    }
  }
  await server.server.context.downloads.flush();
  await makeWebhook(server, ada.owner, '/publishers/ada/webhooks', 'hook-of-ada');
  await makeWebhook(server, await server.moderator(), '/admin/webhooks', 'hook-of-all');
  return ada;
};

const publish = async (
  server: TestServer,
  publisher: Publisher,
  { id, appNodes, installs: _installs, ...metadata }: Shown,
  version: string,
): Promise<void> => {
  const reply = await publisher.owner.post(`/publishers/${publisher.id}/nodes/${id}/versions`, {
    personal_access_token: publisher.token,
    node: {
      ...metadata,
      author: publisher.id,
      license: 'Apache-2.0',
      repository: `https://example.org/${id}`,
      supported_os: ['Linux', 'Windows', 'macOS'],
    },
    node_version: {
      version,
      changelog: `What is new in ${version}: fewer copies, better errors.`,
      dependencies: ['numpy>=1.25', 'pillow'],
    },
  });
  assert.equal(reply.status, 201, reply.text);
  const bytes = await zip({
    'README.md': `# ${metadata.name}\n\n${metadata.description}\n`,
    '__init__.py': sourceOf(appNodes, version),
  });
  assert.equal((await server.anonymous.upload(reply.json.signedUrl, bytes)).status, 200);
  await server.settle();
};

/** The definitions of app-nodes; those of later versions have an input more. */
const sourceOf = (names: readonly string[], version: string): string => {
  const strength = version === '1.0.0' ? '' : `, "strength": ("FLOAT", {"default": 0.5, "min": 0, "max": 1})`;
  const classes = names.map(
    (name, index) => `class Node${index}:
    CATEGORY = "demo"
    RETURN_TYPES = ("IMAGE", "MASK")
    RETURN_NAMES = ("image", "mask")
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "radius": ("INT", {"default": 3})${strength}}}

    def run(self, image, radius, strength=0.5):
        return (image, image)  # ${name}
`,
  );
  const mappings = names.map((name, index) => `    ${JSON.stringify(name)}: Node${index},`);
  return `${classes.join('\n')}\nNODE_CLASS_MAPPINGS = {\n${mappings.join('\n')}\n}\n`;
};
