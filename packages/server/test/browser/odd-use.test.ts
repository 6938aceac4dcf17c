import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPage, pageOfSession } from '../support/browser.ts';
import { makePublisher, publishFiles } from '../support/build.ts';
import { endingInReverse } from '../support/ending.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const [arabic, long] = ['عقدة لمعالجة الصور ', 'Wunder'.repeat(30)];
const readme = `# ${arabic}🎨\n\n${long}\n\n> [!WARNING]\n> ${long}\n\n- [x] ${long}\n\n| a | b |\n|-|-|\n| ${long} | ${long} |\n`;

suite('odd texts', async () => {
  const ending = endingInReverse({ after });
  const server = await startServer(ending);
  const publisher = await makePublisher(server, `p${'o'.repeat(60)}`);
  const { owner } = publisher;
  const id = `n${'n'.repeat(95)}`;
  const files = { '__init__.py': `z = "${'q'.repeat(400)}"\n`, 'README.md': readme };
  const beta = `1.1.0-${'beta'.repeat(25)}`;
  for (const version of ['1.0.0', beta]) await publishFiles(server, publisher, id, version, files);
  const own = `/publishers/${publisher.id}`;
  const moderator = await server.moderator();
  const texts = { name: `👩‍👩‍👧‍👦 ${arabic}${'N'.repeat(120)}`, description: `${arabic}${long}${long}` };
  for (const reply of [
    await owner.put(own, { ...texts, website: `https://example.org/${long}` }),
    await owner.put(`${own}/nodes/${id}`, {
      ...texts,
      author: 'a'.repeat(190),
      tags: ['t'.repeat(60), arabic],
      repository: `https://example.org/${long}`,
    }),
    await owner.put(`${own}/nodes/${id}/versions/1.0.0`, {
      changelog: `${arabic}\n\n- ${long}`,
      deprecated: true,
      deprecation_message: long,
    }),
    await owner.post(`/nodes/${id}/reports`, { reason: 'other', text: long + arabic }),
    await moderator.put(`/admin/nodes/${id}/versions/1.0.0/app-nodes`, {
      app_nodes: [
        {
          app_node_name: `${long}🎛`,
          input_types: JSON.stringify({ required: { [long]: [long], how: [[long, 'b']] } }),
          return_types: JSON.stringify([long]),
          return_names: JSON.stringify([arabic]),
        },
      ],
    }),
  ])
    assert.ok(reply.status < 300, reply.text);
  assert.equal((await owner.post(`${own}/tokens`, { name: long, actions: ['publish'] })).status, 201);
  const hook = await owner.post(`${own}/webhooks`, { url: `https://example.org/${long}` });
  assert.equal(hook.status, 201, hook.text);
  const pageOf = pageOfSession(ending, server.url);
  const desk = `/account/publishers/${publisher.id}`;

  for (const [address, session] of [
    [`/n/${id}`],
    [`/n/${id}/v/1.0.0`],
    [`/n/${id}/v/1.0.0/app-nodes`],
    [`/n/${id}/v/1.0.0/readme`],
    [`/n/${id}/versions`],
    [`/n/${id}/compare/1.0.0...${beta}`],
    [`/n/${id}/v/1.0.0/source?folder=`],
    [`/p/${publisher.id}`],
    ['/search?q=nnn'],
    [desk, owner.bearer],
    [`${desk}/nodes/${id}`, owner.bearer],
    [`${desk}/tokens`, owner.bearer],
    [`${desk}/members`, owner.bearer],
    [`${desk}/webhooks`, owner.bearer],
    [`${desk}/publish/${id}/1.0.0`, owner.bearer],
    [`${desk}/history`, owner.bearer],
    [`/moderate/nodes/${id}`, moderator.bearer],
    [`/moderate/versions/${id}/1.0.0`, moderator.bearer],
    [`/moderate/publishers/${publisher.id}`, moderator.bearer],
    ['/moderate/reports', moderator.bearer],
  ] as const) {
    test(`fit at 400 % on ${address.replace(id, '…').replace(publisher.id, '…').replace(beta, '…')}`, async () => {
      const page = await pageOf(session);
      await page.setViewportSize({ width: 320, height: 256 });
      const reply = await page.goto(address);
      assert.equal(reply?.status(), 200);
      await page.evaluate("document.querySelectorAll('details').forEach((folded) => (folded.open = true))");
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 320, `it is ${width} pixels wide`);
    });
  }
});

suite('a button that is pressed twice', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('sends its form once, and the answer is of that', async (t) => {
    const page = await openPage(t, server.url, { session: ada.owner.bearer });
    await page.goto('/account');
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill('another correct horse');
    const { promise: pressed, resolve } = Promise.withResolvers<void>();
    const sent: string[] = [];
    await page.route('**/account', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent.push(route.request().url());
      // The first is carried out, and its answer is late.
      const response = await route.fetch({ maxRedirects: 0 });
      await pressed;
      await route.fulfill({ response }).catch(() => {});
    });
    await page.evaluate(`new Promise((resolve) => {
      const button = [...document.querySelectorAll('button')].find((one) => one.value === 'password');
      button.click();
      setTimeout(() => resolve(button.click()), 200);
    })`);
    resolve();
    await page.getByText('Your password is changed, and all other sessions are over.').waitFor();
    assert.equal(sent.length, 1);
  });
});

suite('texts that a field cannot hold', async () => {
  const server = await startServer({ after });
  const { id, owner } = await makePublisher(server, 'ada');
  const session = owner.bearer;
  const own = `/publishers/${id}`;
  await owner.post(`${own}/nodes`, {
    id: 'tools',
    license: 'MIT\n\nPermission is granted',
    description: 'a\rb',
  });
  await owner.put(own, { support: 'On weekdays:\nhelp@example.org' });

  test('stay as they are when something else is saved', async (t) => {
    const page = await openPage(t, server.url, { session });
    await page.goto(`/account${own}/nodes/tools`);
    await page.getByLabel('Author').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { author, license, description } = (await owner.get('/nodes/tools')).json;
    assert.deepEqual([author, license, description], ['Ada', 'MIT\n\nPermission is granted', 'a\rb']);
    await page.goto(`/account${own}`);
    await page.getByLabel('Name').fill('Ada’s lab');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { name, support } = (await owner.get(own)).json;
    assert.deepEqual([name, support], ['Ada’s lab', 'On weekdays:\nhelp@example.org']);
  });
});
