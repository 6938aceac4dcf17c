import type { ResolveWorkflowReply } from '@patchbay/client';
import type { ComponentType } from 'preact';
import { formatCount } from '../format.ts';
import type { Drawing } from '../workflow/drawing.ts';
import type { WorkflowFile } from '../workflow/read-workflow.ts';
import { WorkflowDrawing } from './workflow-drawing.tsx';
import { WorkflowNeeds } from './workflow-needs.tsx';

interface Drawn {
  drawing: Drawing;
  /** Names that no node provides. */
  unknown: ReadonlySet<string>;
  /** Whether these are certainly not the host's own. */
  isKnown: boolean;
}

interface WorkflowResultProps {
  file: WorkflowFile;
  /** Undefined until the registry answered. */
  needs: ResolveWorkflowReply | undefined;
  href: (path: string) => string;
  /** Draws a graph; one that can be moved where there are scripts. */
  of?: ComponentType<Drawn>;
}

/** What a workflow needs, and its graphs. */
export const WorkflowResult = ({ file, needs, href, of: Graph = StillDrawing }: WorkflowResultProps) => {
  const unknown = new Set(needs?.unknown);
  const isKnown = needs?.may_use_host !== true;
  return (
    <>
      {needs !== undefined && <WorkflowNeeds needs={needs} href={href} />}
      <section class="stack" aria-labelledby="graph">
        <h2 id="graph">Its graph</h2>
        {file.drawings.map((drawing, index) => (
          <figure key={index} class="drawing">
            {drawing.title !== '' && (
              <figcaption>
                Subgraph <bdi>{drawing.title}</bdi>
              </figcaption>
            )}
            {drawing.boxes.length > 0 && <Graph {...{ drawing, unknown, isKnown }} />}
            <LeftOut {...drawing} />
          </figure>
        ))}
      </section>
    </>
  );
};

/** What is not drawn of a graph, because it has too much of it. */
const LeftOut = ({ boxes, cables, groups, hasSockets, totals }: Drawing) => {
  const drawn = { boxes, cables, groups };
  const left = (['boxes', 'cables', 'groups'] as const)
    .filter((what) => drawn[what].length < totals[what])
    .map((what) => `${formatCount(drawn[what].length)} of ${formatCount(totals[what])} ${what} are drawn.`);
  if (!hasSockets) left.push('It has too many sockets to draw.');
  return left.length === 0 ? null : <p class="quiet">{left.join(' ')}</p>;
};

const StillDrawing = (props: Drawn) => (
  <div class="canvas">
    <WorkflowDrawing {...props} />
  </div>
);
