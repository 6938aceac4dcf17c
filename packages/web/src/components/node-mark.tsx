interface NodeMarkProps {
  /** What it is drawn from. */
  id: string;
}

/** As many as `tokens.css` has colours of types. */
const colours = 8;

/**
 * A box of a graph, whose colour and sockets are those of the id: the same on every page. Icons of publishers are files
 * elsewhere, which no page loads.
 */
export const NodeMark = ({ id }: NodeMarkProps) => {
  let hash = 0x811c9dc5;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  const bits = hash >>> 0;
  const sockets = (x: number, count: number): string =>
    Array.from({ length: count }, (_, index) => `M${x} ${20 + index * 9}h.01`).join('');
  return (
    <svg class={`mark t${(bits >>> 8) % colours}`} viewBox="0 0 48 48" aria-hidden="true">
      <rect x="7" y="5" width="34" height="38" rx="6" />
      <path class="bar" d="M10 12h28" />
      <path d={sockets(7, 1 + ((bits >>> 12) % 3)) + sockets(41, 1 + ((bits >>> 16) % 3))} />
      <text x="24" y="34">
        {initialsOf(id)}
      </text>
    </svg>
  );
};

/** Of the words of an id, without what many begin with. */
const initialsOf = (id: string): string => {
  const words = id.split(/[-_.]+/).filter((word) => word !== '');
  const own = words.length > 1 && words[0]?.toLowerCase() === 'comfyui' ? words.slice(1) : words;
  return own
    .slice(0, 2)
    .map((word) => word[0])
    .join('')
    .toUpperCase();
};
