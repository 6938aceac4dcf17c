import type { Resolution } from '@patchbay/client';
import type { ComponentType } from 'preact';
import { formatCount } from '../format.ts';
import type { Drawing } from '../workflow/drawing.ts';
import type { WorkflowFile } from '../workflow/read-workflow.ts';
import { WorkflowDrawing } from './workflow-drawing.tsx';
import { WorkflowNeeds } from './workflow-needs.tsx';

interface WorkflowResultProps {
  file: WorkflowFile;
  /** Undefined until the registry answered. */
  needs: Resolution | undefined;
  href: (path: string) => string;
  /** Draws a graph; one that can be moved where there are scripts. */
  of?: ComponentType<{ drawing: Drawing; unknown: ReadonlySet<string> }>;
}

/** What a workflow needs, and its graphs. */
export const WorkflowResult = ({ file, needs, href, of: Drawn = StillDrawing }: WorkflowResultProps) => {
  const unknown = new Set(needs?.unknown);
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
            {drawing.boxes.length > 0 && <Drawn drawing={drawing} unknown={unknown} />}
            {drawing.boxes.length < drawing.total && (
              <p class="quiet">
                {formatCount(drawing.boxes.length)} of {formatCount(drawing.total)} boxes are drawn.
              </p>
            )}
          </figure>
        ))}
      </section>
    </>
  );
};

const StillDrawing = (props: { drawing: Drawing; unknown: ReadonlySet<string> }) => (
  <div class="canvas">
    <WorkflowDrawing {...props} />
  </div>
);
