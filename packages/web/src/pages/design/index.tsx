import type { Node } from '@patchbay/client';
import { NodeList } from '../../components/node-list.tsx';
import { Pager } from '../../components/pager.tsx';
import { WorkflowDrawing } from '../../components/workflow-drawing.tsx';
import { page } from '../../page.ts';
import { drawnByServer } from '../../workflow/bounds.ts';
import { layOutPrompt } from '../../workflow/lay-out-prompt.ts';
import { Scales } from './scales.tsx';

/** Every token and component of the site, to look at while changing them. */
export const designPage = page({
  path: '/design',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async () => ({ title: 'Design', isIndexed: false, body: <Design /> }),
});

const Design = () => (
  <>
    <section>
      <h1>Design</h1>
      <p class="lead">
        What the pages are made of. The header, the search field and the footer are around this page.
      </p>
    </section>
    <Scales />
    <section aria-labelledby="buttons">
      <h2 id="buttons">Buttons</h2>
      <p class="facts">
        <button type="button" class="main">
          Main
        </button>
        <button type="button">Other</button>
        <button type="button" class="danger">
          Danger
        </button>
        <a class="button" href="#buttons">
          Link
        </a>
      </p>
    </section>
    <section aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <div class="form">
        <div class="field">
          <label for="design-name">Name</label>
          <input id="design-name" value="Image tools" />
        </div>
        <div class="field">
          <label for="design-wrong">Address</label>
          <input
            id="design-wrong"
            value="javascript:alert(1)"
            aria-invalid="true"
            aria-describedby="design-why"
          />
          <span class="wrong" id="design-why">
            An address begins with http:// or https://.
          </span>
        </div>
        <div class="field">
          <label for="design-choice">Sort</label>
          <select id="design-choice">
            <option>Most used</option>
            <option>Newest</option>
          </select>
        </div>
        <label>
          <input type="checkbox" checked /> Only compatible nodes
        </label>
      </div>
    </section>
    <section aria-labelledby="tags">
      <h2 id="tags">Tags</h2>
      <p class="facts">
        <span class="tag">plain</span>
        <span class="tag good">good</span>
        <span class="tag warn">warning</span>
        <span class="tag bad">bad</span>
        <span class="tag info">information</span>
      </p>
    </section>
    <section aria-labelledby="notices">
      <h2 id="notices">Notices</h2>
      <p class="notice">A sentence says what happened, and the next one what to do.</p>
      <p class="alert">
        This is not a workflow of the host: it was neither saved in its editor nor written for its API.
      </p>
    </section>
    <section aria-labelledby="cards">
      <h2 id="cards">Cards</h2>
      {/* Their pages do not exist. */}
      <div inert>
        <NodeList nodes={samples} />
      </div>
    </section>
    <section aria-labelledby="data">
      <h2 id="data">Pairs, code and pages</h2>
      <dl class="pairs">
        <dt>License</dt>
        <dd>Apache-2.0</dd>
        <dt>Size</dt>
        <dd>1.2 MiB</dd>
      </dl>
      <pre tabIndex={0}>
        <code>patchbay install image-tools</code>
      </pre>
      <Pager page={2} totalPages={5} />
    </section>
    <section aria-labelledby="graph">
      <h2 id="graph">Graph</h2>
      <div class="canvas">
        <WorkflowDrawing drawing={drawing} unknown={new Set(['Nobody'])} isKnown />
      </div>
    </section>
  </>
);

const sample = {
  status: 'NodeStatusActive',
  created_at: '2026-01-07T00:00:00.000Z',
  publisher: {
    id: 'ada',
    name: 'Ada',
    status: 'PublisherStatusActive',
    createdAt: '2026-01-07T00:00:00.000Z',
  },
} as const;

const samples: readonly Node[] = [
  {
    ...sample,
    id: 'image-tools',
    name: 'Image tools',
    description: 'Blur, sharpen and mask, on one picture or on many.',
    downloads: 12_345,
  },
  { ...sample, id: 'a-node-without-anything', downloads: 0 },
];

const prompt = {
  1: { class_type: 'Load picture', inputs: {} },
  2: { class_type: 'Blur', inputs: { image: ['1', 0] } },
  3: { class_type: 'Nobody', inputs: { image: ['2', 0], mask: ['1', 0] } },
};
const drawing = layOutPrompt(prompt, drawnByServer);
