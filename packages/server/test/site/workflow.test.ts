import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fillSite } from '../support/site/fill-site.ts';
import { heaviestWorkflow } from '../support/site/hostile-workflows.ts';
import { postForm } from '../support/site/post-form.ts';
import { readHtml } from '../support/site/read-html.ts';
import { sampleWorkflow } from '../support/site/sample-workflow.ts';
import { startServer } from '../support/start-server.ts';
import { currentVariant, suite } from '../support/variants.ts';

suite('the page of a workflow, without scripts', async () => {
  const server = await startServer({ after });
  await fillSite(server);
  const [builtIn] = currentVariant().profile.builtInAppNodes;
  const send = (workflow: unknown) =>
    postForm(server, '/workflow', {
      workflow: typeof workflow === 'string' ? workflow : JSON.stringify(workflow),
    });

  test('what the workflow needs: nodes, versions, reasons, candidates, a command and a file', async () => {
    const reply = await send(sampleWorkflow);
    assert.equal(reply.status, 200);
    const { tags, text } = readHtml(reply.text);
    assert.match(text, /patchbay install batch-files@1\.0\.0 prompt-library@1\.0\.0 image-tools@2\.0\.0 /);
    assert.match(text, /it had the name first.*or colour-match/);
    assert.match(text, /No node provides these\s*Lost sampler/);
    const file = tags.find(({ attributes }) => attributes.has('download'))?.attributes.get('href') ?? '';
    const { nodes, unknown } = (await (await fetch(file)).json()) as {
      nodes: Record<string, unknown>;
      unknown: string[];
    };
    assert.deepEqual(nodes['image-tools'], { version: '2.0.0', app_nodes: ['Blur'] });
    assert.deepEqual(unknown, ['Lost sampler']);
  });

  test('its graph: boxes where the file has them, unknown ones marked by a text', async () => {
    const { tags, text } = readHtml((await send(sampleWorkflow)).text);
    const boxes = tags.filter(({ attributes }) => attributes.get('class')?.startsWith('box') === true);
    assert.equal(boxes.length, 7);
    assert.equal(
      tags.filter(({ attributes }) => attributes.get('class')?.startsWith('cable') === true).length,
      8,
    );
    assert.match(text, builtIn === undefined ? /Lost sampler\? unknown/ : /Lost sampler✕ unknown/);
    assert.equal(
      boxes.filter(({ attributes }) => attributes.get('class') === 'box unknown').length,
      builtIn === undefined ? 0 : 1,
    );
    const places = tags.flatMap(({ name, attributes }) => (name === 'rect' ? [attributes.get('x')] : []));
    assert.deepEqual(places.slice(1, 3), ['0', '0']);
  });

  test("the host's own app-nodes need no node; a registry that does not list them says so", async () => {
    const { text } = readHtml((await send({ 1: { class_type: builtIn ?? 'Blur' } })).text);
    if (builtIn === undefined) assert.match(text, /has no list of the app-nodes that come with the host/);
    else {
      assert.match(text, /1 of the host/);
      assert.doesNotMatch(text, /patchbay install|has no list/);
    }
  });

  test('the prompt of the interface, laid out', async () => {
    const { text } = readHtml(
      (
        await send({
          1: { class_type: 'Load picture', inputs: {} },
          2: { class_type: 'Blur', inputs: { image: ['1', 0] } },
        })
      ).text,
    );
    assert.match(text, /2 nodes/);
    assert.match(text, /Blur/);
  });

  const countOf = (html: string, what: string): number =>
    readHtml(html).tags.filter(({ attributes }) => attributes.get('class')?.split(' ')[0] === what).length;

  test('as large as people make them, it is drawn whole', async () => {
    const nodes = Array.from({ length: 400 }, (_, id) => ({
      id,
      type: 'Blur',
      inputs: [{ name: 'a' }, { name: 'b' }],
      outputs: [{ name: 'c' }],
    }));
    const links = Array.from({ length: 800 }, (_, id) => [id, id % 400, 0, (id * 7) % 400, id % 2]);
    const { text: html } = await send({ nodes, links });
    assert.deepEqual(
      ['box', 'cable', 'socket'].map((what) => countOf(html, what)),
      [400, 800, 1_200],
    );
    assert.doesNotMatch(readHtml(html).text, /are drawn|to draw/);
  });

  test('past that it is cut, and the page says so', async () => {
    const { text: html } = await send(heaviestWorkflow());
    assert.deepEqual(
      ['box', 'cable', 'group', 'socket'].map((what) => countOf(html, what)),
      [500, 1_000, 100, 1_968],
    );
    const { text } = readHtml(html);
    assert.match(text, /500 of 600 boxes are drawn\. 1,000 of 1,200 cables are drawn\. 100 of 120 groups/);
  });

  test('all its graphs together are cut', async () => {
    const inner = (id: string) => ({
      id,
      name: id,
      nodes: Array.from({ length: 30 }, (_, box) => ({
        id: box,
        type: 'Blur',
        inputs: Array.from({ length: 24 }, () => ({ name: '' })),
      })),
      links: Array.from({ length: 400 }, (_, link) => [link, link % 30, 0, (link * 7) % 30, 0]),
    });
    const subgraphs = ['one', 'two', 'three'].map(inner);
    const { text: html } = await send({ nodes: [{ id: 1, type: 'one' }], definitions: { subgraphs } });
    assert.deepEqual(
      ['box', 'cable', 'socket'].map((what) => countOf(html, what)),
      [91, 1_000, 1_440],
    );
    assert.match(readHtml(html).text, /200 of 400 cables are drawn\. It has too many sockets to draw\./);
  });

  test('what is no workflow is refused with what was typed', async () => {
    for (const [typed, sentence] of [
      ['{"nodes":', 'This is not JSON'],
      ['"<script>"', 'This is not a workflow'],
      ['', 'This is not JSON'],
    ] as const) {
      const reply = await send(typed);
      const { text } = readHtml(reply.text);
      assert.equal(reply.status, 400);
      assert.ok(text.includes(sentence) && text.includes(typed), typed);
    }
  });

  test('a text over the limit of a body is refused', async () => {
    assert.equal((await send(' '.repeat(300_000))).status, 413);
  });

  test('another site cannot send it', async () => {
    const reply = await postForm(server, '/workflow', { workflow: '{}' }, { 'sec-fetch-site': 'cross-site' });
    assert.equal(reply.status, 403);
  });
});
