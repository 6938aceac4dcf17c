import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fillSite } from '../support/site/fill-site.ts';
import { postForm } from '../support/site/post-form.ts';
import { readHtml } from '../support/site/read-html.ts';
import { sampleWorkflow } from '../support/site/sample-workflow.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('the page of a workflow, without scripts', async () => {
  const server = await startServer({ after });
  await fillSite(server);
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
    assert.match(text, /Lost sampler✕ unknown/);
    const places = tags.flatMap(({ name, attributes }) => (name === 'rect' ? [attributes.get('x')] : []));
    assert.deepEqual(places.slice(1, 3), ['0', '0']);
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

  test('what is no workflow is refused with what was typed', async () => {
    for (const [typed, sentence] of [
      ['{"nodes":', 'This is not JSON'],
      ['"<script>"', 'This is no workflow'],
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
