import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { publishFiles } from '../support/build.ts';
import { openNodeDesk } from '../support/site/node-desk.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const box = (isDone: boolean): string =>
  `<input type="checkbox" disabled${isDone ? ' checked' : ''} aria-label="${isDone ? 'Done' : 'To do'}"/>`;
const title = (mark: string, word: string): string =>
  `<strong class="tag ${mark}"><bdi>${word}</bdi></strong>`;

suite('signs in readmes', async () => {
  const server = await startServer({ after });
  const { ada, read } = await openNodeDesk(server);
  let nodes = 0;
  /** What the page shows of a readme. */
  const shown = async (readme: string, changelog = ''): Promise<string> => {
    nodes += 1;
    const id = `signs-${nodes}`;
    await publishFiles(server, ada, id, '1.0.0', { '__init__.py': '', 'README.md': readme });
    if (changelog !== '') await ada.owner.put(`/publishers/ada/nodes/${id}/versions/1.0.0`, { changelog });
    return (await read(changelog === '' ? `/n/${id}/v/1.0.0/readme` : `/n/${id}/versions`)).text;
  };

  test('tasks have boxes that nobody can tick', async () => {
    const html = await shown(
      '- [ ] One\n- [x] **Two**\n  - [X] Three\n- No [ ] task\n- `[ ]` code\n- [ ]none\n',
    );
    for (const part of [
      `<li dir="auto">${box(false)} One</li>`,
      `${box(true)} <strong>Two</strong>`,
      `${box(true)} Three`,
      '<li dir="auto">No [ ] task</li>',
      '<code>[ ]</code> code',
      '<li dir="auto">[ ]none</li>',
    ])
      assert.ok(html.includes(part), `${part}\n${html}`);
    const spaced = await shown('1. [ ] One\n\n2. [x] Two\n\n[ ] No item\n');
    assert.ok(spaced.includes(`<p dir="auto">${box(false)} One</p>`), spaced);
    assert.ok(spaced.includes('<p dir="auto">[ ] No item</p>'), spaced);
  });

  test('quotations with the sign of a note are notes with its title', async () => {
    const html = await shown(
      '> [!NOTE]\n> Useful.\n\n> [!tip]\n>\n> Better.\n\n> [!IMPORTANT]\n> - A key\n\n' +
        '> [!WARNING]\n> **Careful**\n\n> [!CAUTION]\n> Never.\n\n> [!NOTE] is a sign\n\n> [!OTHER]\n> None\n',
    );
    for (const part of [
      `<p dir="auto">${title('info', 'Note')}<br/>Useful.</p>`,
      `<p dir="auto">${title('good', 'Tip')}</p>`,
      '<div role="note" aria-label="Tip"',
      title('info', 'Important'),
      `${title('warn', 'Warning')}<br/><strong>Careful</strong>`,
      `${title('bad', 'Caution')}<br/>Never.`,
      '<p dir="auto">[!NOTE] is a sign</p>',
      '<p dir="auto">[!OTHER]\nNone</p>',
    ])
      assert.ok(html.includes(part), `${part}\n${html}`);
    assert.equal(html.split('<blockquote').length - 1, 2);
  });

  test('changelogs have both', async () => {
    const html = await shown('One', '- [x] Shrink\n\n> [!WARNING]\n> Slower.\n');
    assert.ok(html.includes(`${box(true)} Shrink`), html);
    assert.ok(html.includes(`${title('warn', 'Warning')}<br/>\nSlower.`), html);
  });
});
