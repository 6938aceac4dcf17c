import type { Node } from '@patchbay/client';
import { linesOf } from './lines-of.ts';

/** What the font of pictures has glyphs for: Latin, Greek and Cyrillic letters, and common signs. */
const missing =
  /[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u02af\u0370-\u04ff\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]+/gu;

/** What ends a section of XML, and is refused outside of one. */
const sectionEnd = ']]>';

/** A text without what the font of pictures cannot draw, which can be all of it. */
const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(missing, ' ')
    .replaceAll(sectionEnd, ']] >')
    .replaceAll(/\s+/gu, ' ')
    .trim();

interface CardProps {
  node: Node;
  /** The registry's host name. */
  host: string;
}

/** Longer texts are never shown whole, and wrapping them would take time. */
const charsMax = 600;
const left = 96;
const textWidth = 1_008;
/** The size of the name, by how many lines it takes. */
const nameSizes = [84, 64] as const;

const lineHeight = 1.22;

const colours = { paper: '#fbfaf7', ink: '#1d1f21', quiet: '#5c5f63', line: '#dcd8ce', accent: '#a33b0b' };

/** A node as a picture of 1200 × 630: a box with sockets, as it will be in the graph. */
export const Card = ({ node, host }: CardProps) => {
  const { id, name = '', description = '', publisher, latest_version: latest } = node;
  const title = shown(name) || shown(id);
  const isShort = linesOf(title, textWidth / nameSizes[0], 2).length === 1;
  const size = isShort ? nameSizes[0] : nameSizes[1];
  const titleLines = linesOf(title, textWidth / size, 2);
  const version = latest?.version === undefined ? '' : shown(latest.version);
  const by = shown(publisher.name ?? '') || shown(publisher.id ?? '');
  const nameTop = 142 + size;
  const textTop = nameTop + (titleLines.length - 1) * size * lineHeight + 76;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
      <rect width="1200" height="630" fill={colours.paper} />
      <Cables />
      <rect
        x="48"
        y="64"
        width="1104"
        height="502"
        rx="20"
        fill="#ffffff"
        stroke={colours.line}
        stroke-width="2"
      />
      <Sockets />
      <Text lines={[host]} x={left} y={126} size={26} fill={colours.accent} weight={700} />
      <Text lines={titleLines} x={left} y={nameTop} size={size} fill={colours.ink} weight={700} />
      <Text
        lines={linesOf(shown(description), textWidth / 34, 3)}
        x={left}
        y={textTop}
        size={34}
        fill={colours.quiet}
        weight={400}
      />
      <Text
        lines={linesOf([by, version].filter((part) => part !== '').join('  ·  '), textWidth / 28, 1)}
        x={left}
        y={526}
        size={28}
        fill={colours.ink}
        weight={700}
      />
    </svg>
  );
};

const shown = (text: string): string => drawable(text.slice(0, charsMax));

interface TextProps {
  lines: readonly string[];
  x: number;
  y: number;
  size: number;
  fill: string;
  weight: 400 | 700;
}

const Text = ({ lines, x, y, size, fill, weight }: TextProps) => (
  <text x={x} y={y} font-family="Inter" font-size={size} font-weight={weight} fill={fill}>
    {lines.map((line, index) => (
      <tspan key={line} x={x} y={y + index * size * lineHeight}>
        {line}
      </tspan>
    ))}
  </text>
);

const rows = [176, 260, 344];

/** Cables that come from other boxes and go on to others. */
const Cables = () => (
  <g fill="none" stroke={colours.accent} stroke-width="6">
    {rows.map((y) => (
      <path key={y} d={`M-20 ${y + 120} C 20 ${y + 120}, 10 ${y}, 48 ${y}`} />
    ))}
    <path d="M1152 260 C 1190 260, 1180 420, 1220 420" />
  </g>
);

const Sockets = () => (
  <g fill={colours.paper} stroke={colours.accent} stroke-width="6">
    {rows.map((y) => (
      <circle key={y} cx="48" cy={y} r="13" />
    ))}
    <circle cx="1152" cy="260" r="13" fill={colours.accent} />
  </g>
);
