import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import * as client from '@patchbay/client';
import { type Endpoint, endpoints } from '@patchbay/contract';
import { insertAdvisory } from '../../src/store/rows/advisories.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { makeWebhook } from '../support/make-webhook.ts';
import { startServer } from '../support/start-server.ts';
import { currentVariant, suite } from '../support/variants.ts';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const textOf = (html: string): string =>
  html.replaceAll(/&\w+;|&#39;/g, (entity) => entities[entity] ?? entity);

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

suite('the guide', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const read = async (path: string): Promise<string> => {
    // Not the client of the tests, which reads the names of a host as the neutral ones.
    const reply = await fetch(server.url + path);
    assert.equal(reply.status, 200, path);
    return reply.text();
  };
  const areas = matches(await read('/guide/api'), /href="(\/guide\/api\/[\w-]+)"/g);

  test('every link to a heading finds it', async () => {
    const pages = new Map<string, string>();
    const lost: string[] = [];
    const known = new Set(['/guide']);
    for (const path of known) {
      const text = await read(path);
      pages.set(path, text);
      for (const link of matches(text, /href="(\/guide[^"#]*)/g)) known.add(link);
    }
    assert.ok(pages.size > 100);
    for (const [path, text] of pages) {
      for (const link of matches(text, /href="((?:\/guide[^"#]*)?#[^"]+)"/g)) {
        const [to = '', id = ''] = link.split('#');
        const target = to === '' ? path : to;
        if (pages.get(target)?.includes(` id="${decodeURIComponent(id)}"`) !== true)
          lost.push(`${link} on ${path}`);
      }
    }
    assert.deepEqual(lost, []);
  });

  test('the docs begin with what people come for, and end with decisions', async () => {
    const html = await read('/guide');
    const headings = matches(html, /<h2 id="[^"]+">([^<]+)/g);
    assert.deepEqual(headings, [
      'Use nodes',
      'Publish nodes',
      'Run a registry',
      'Call the interface',
      'Work on Patchbay',
      'This registry',
      'All documents',
      'Operations',
      'Errors',
      'Decisions',
    ]);
    assert.match(html, /<footer.*href="\/guide\/api">API</s);
  });

  test('the docs are searched by words, whatever these are', async () => {
    const found = async (words: string) =>
      matches(await read(`/guide?find=${encodeURIComponent(words)}`), /<li><a href="\/guide\/([^"]+)"/g);
    assert.equal((await found('back up'))[0], 'operations/backup');
    assert.ok((await found('rate_limited')).includes('errors/rate_limited'));
    assert.deepEqual(await found('backup nosuchwordanywhere'), []);
    const hostile = await read(`/guide?find=${encodeURIComponent('"><script>alert(1)</script>'.repeat(50))}`);
    assert.doesNotMatch(hostile, /<script>alert/);
    assert.match(hostile, /No document has all of these words/);
  });

  test('the reference has every endpoint once, with its function of the client', async () => {
    const texts = await Promise.all(areas.map(read));
    const shown = texts.flatMap((text) => matches(textOf(text), /import \{ createClient, (\w+) \}/g));
    const documented = Object.entries<Endpoint>(endpoints).flatMap(([name, { isDryRun }]) =>
      isDryRun === true ? [] : [name],
    );
    assert.deepEqual(shown.toSorted(), documented.toSorted());
    assert.deepEqual(
      shown.filter((name) => !Object.hasOwn(client, name)),
      [],
    );
    if (currentVariant().profile.name === 'app') {
      assert.deepEqual(
        texts.flatMap((text) => matches(text, /<h2 id="(\w+)"/g)),
        shown,
      );
    }
    assert.match(texts.join(''), /href="\/guide\/command-line#patchbay-publish"/);
  });

  test('every example that reads works as it is shown', async () => {
    const moderator = await server.moderator();
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'upscaler', '1.0.0');
    // Some are for members, some for moderators.
    const { id } = (await ada.owner.get('/users')).json;
    assert.equal(
      (await moderator.put(`/admin/users/${id}`, { isAdmin: true, reason: 'Checked.' })).status,
      200,
    );
    await moderator.put('/admin/nodes/upscaler/versions/1.0.0/app-nodes', {
      app_nodes: [{ app_node_name: 'appNodeName' }],
    });
    await server.server.context.store.write({ actor: 'server' }, (tx) =>
      insertAdvisory(
        { ...tx, now: '2026-01-07T00:00:00.000Z' },
        { nodeKey: 'upscaler' },
        { versions: ['1.0.0'], details: 'Bad.' },
      ),
    );
    await makeWebhook(server, ada.owner, '/publishers/ada/webhooks', 'webhookId');
    const texts = await Promise.all(areas.map(read));
    const examples = texts
      .flatMap((text) => matches(text, /<code data-language="shell">(.*?)<\/code>/gs))
      .map(textOf);
    const reading = examples.filter((example) => example.startsWith("curl '"));
    assert.ok(reading.length > 30);
    const script = reading
      // One is about the personal access token that asks.
      .map((example) =>
        example.includes('/tokens/current')
          ? example.replace('$PATCHBAY_TOKEN', '$PUBLISHER_TOKEN')
          : example,
      )
      // A stream of changes goes on until its client ends it.
      .map((example) => (example.includes('/changes/stream') ? `${example} --max-time 2` : example))
      .map((example) => `${example.replaceAll(/\\\n\s*/g, '')} -s -o /dev/null -w '%{http_code} %{url}\\n'`)
      .join('\n');
    const { stdout } = await promisify(execFile)('sh', ['-c', script], {
      env: {
        PATH: process.env['PATH'],
        PATCHBAY_TOKEN: String(ada.owner.bearer),
        PUBLISHER_TOKEN: ada.token,
      },
    });
    const answers = stdout.trimEnd().split('\n');
    assert.equal(answers.length, reading.length);
    assert.deepEqual(
      answers.filter((answer) => !answer.startsWith('200 ')),
      [],
    );
  });

  test('the limits are those of the interface', async () => {
    const text = textOf(await read('/guide/limits'));
    const { limits, quotas, rates } = (await anonymous.get('/limits')).json;
    for (const name of Object.keys({ ...limits, ...quotas, ...rates })) {
      assert.ok(text.includes(`<code>${name}</code>`), name);
    }
  });

  test('404: a page that does not exist', async () => {
    for (const path of ['/guide/nothing', '/guide/errors/nothing', '/guide/api/nothing']) {
      const { status, text } = await anonymous.get(path);
      assert.deepEqual([status, /<h1>Not found/.test(text)], [404, true], path);
    }
  });
});
