import type { Ref } from 'preact';
import { clip } from '../clip.ts';
import { formatCount } from '../format.ts';
import { type Box, type Drawing, type Frame, socketY, titleHeight } from '../workflow/drawing.ts';

interface WorkflowDrawingProps {
  drawing: Drawing;
  /** Names that no node provides. */
  unknown: ReadonlySet<string>;
  /** Whether these are certainly not the host's own. */
  isKnown: boolean;
  svg?: Ref<SVGSVGElement>;
}

const charWidth = 8;
const hues = 5;

export const viewBoxOf = ({ x, y, width, height }: Frame): string => `${x} ${y} ${width} ${height}`;

/** A graph as its editor draws it. */
export const WorkflowDrawing = ({ drawing, unknown, isKnown, svg }: WorkflowDrawingProps) => {
  const { boxes, cables, groups, frame, hasSockets } = drawing;
  return (
    <svg
      {...(svg !== undefined && { ref: svg })}
      viewBox={viewBoxOf(frame)}
      role="img"
      aria-label={`A graph of ${formatCount(boxes.length)} boxes and ${formatCount(cables.length)} cables`}
    >
      {groups.map(({ title, ...place }, index) => (
        <g key={index} class="group">
          <rect {...place} rx={8} />
          <text x={place.x + 10} y={place.y + 24} font-size={20}>
            {clip(title, place.width / (1.5 * charWidth))}
          </text>
        </g>
      ))}
      {cables.map(({ from, to, type }, index) => (
        <path key={index} class={`cable hue-${hueOf(type)}`} d={pathOf(from, to)} />
      ))}
      {boxes.map((box, index) => (
        <BoxDrawing
          key={index}
          box={box}
          isUnknown={unknown.has(box.name)}
          isKnown={isKnown}
          hasSockets={hasSockets}
        />
      ))}
    </svg>
  );
};

interface BoxDrawingProps {
  box: Box;
  isUnknown: boolean;
  isKnown: boolean;
  hasSockets: boolean;
}

const BoxDrawing = ({ box, isUnknown, isKnown, hasSockets }: BoxDrawingProps) => {
  const { title, x, y, width, height, inputs, outputs } = box;
  const room = Math.floor((width - 20) / charWidth) - (isUnknown ? 9 : 0);
  return (
    <g class={isUnknown && isKnown ? 'box unknown' : 'box'}>
      <rect x={x} y={y - titleHeight} width={width} height={height + titleHeight} rx={6} />
      <text x={x + 10} y={y - 10} font-size={14}>
        {clip(title, room)}
      </text>
      {isUnknown && (
        <text x={x + width - 10} y={y - 10} font-size={12} text-anchor="end">
          {isKnown ? '✕' : '?'} unknown
        </text>
      )}
      {hasSockets &&
        inputs.map((socket, slot) => (
          <Socket key={slot} at={[x, socketY(box, slot)]} {...socket} width={width} />
        ))}
      {hasSockets &&
        outputs.map((socket, slot) => (
          <Socket key={slot} at={[x + width, socketY(box, slot)]} isOutput {...socket} width={width} />
        ))}
    </g>
  );
};

interface SocketProps {
  at: readonly [x: number, y: number];
  name: string;
  type: string;
  isOutput?: boolean;
  /** Of the box. */
  width: number;
}

const Socket = ({ at: [x, y], name, type, isOutput = false, width }: SocketProps) => (
  <>
    <circle class={`socket hue-${hueOf(type)}`} cx={x} cy={y} r={5} />
    {name !== '' && (
      <text
        class="quiet"
        x={isOutput ? x - 12 : x + 12}
        y={y + 4}
        font-size={12}
        text-anchor={isOutput ? 'end' : 'start'}
      >
        {clip(name, width / 2 / charWidth)}
      </text>
    )}
  </>
);

/** A cable hangs out of its sockets to the sides. */
const pathOf = ([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): string => {
  const reach = Math.max(30, Math.min(200, Math.hypot(x2 - x1, y2 - y1) / 3));
  return `M${x1} ${y1}C${x1 + reach} ${y1} ${x2 - reach} ${y2} ${x2} ${y2}`;
};

/** The same for each type, so that cables and sockets of a type have one colour. */
const hueOf = (type: string): number => {
  let sum = 0;
  for (const char of type) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 65_521;
  return sum % hues;
};
