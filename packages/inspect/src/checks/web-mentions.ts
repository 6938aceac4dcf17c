/** How much of a file is read before a match. */
const CHARACTERS_MAX = 2_000;
const MARKUP = /\.(?:html?|svg|vue)$/i;
/** A remark to the end of the line. No text, template or pattern may begin before it, or end in it. */
const REMARK = /^[^"'`/<]*\/\/(?!.*(?:["'`<{]|\*\/))/;
/** A text in a list, or one that is looked for. */
const LISTED = /(?:\[(?:[^()[\]]*,)?|\b(?:includes|indexOf|startsWith)\()\s{0,9}["'`]$/;
/** `window["eval"]` */
const KEY = /^\w+["'`]/;
const PROSE =
  /^<(?:pre|code|p|li|td|th|h[1-6]|span|textarea)(?:\s+(?:class|id|style|lang)="[^"<>]*")*\s*>[^<"'`]*$/i;

/**
 * Whether JavaScript at a place of a file is only spoken of: in a remark, in a list of texts, in the prose of a page.
 * Where it is not sure, it runs.
 */
export const findMentions = (file: string, text: string): ((at: number) => boolean) => {
  let scripts: readonly Script[] | undefined;
  const isInScript = (at: number): boolean =>
    !MARKUP.test(file) || lastBefore((scripts ??= readScripts(text)), at)?.isOpen === true;
  return (at) => {
    const before = text.slice(Math.max(0, at - CHARACTERS_MAX), at);
    if (!isInScript(at)) return PROSE.test(before.slice(before.lastIndexOf('<')));
    const isText = LISTED.test(before) && !KEY.test(text.slice(at, at + 20));
    return isText || isRemark(before, at > CHARACTERS_MAX);
  };
};

const isRemark = (before: string, isCut: boolean): boolean => {
  const lineStart = 1 + Math.max(...['\n', '\u2028', '\u2029'].map((end) => before.lastIndexOf(end)));
  if ((lineStart > 0 || !isCut) && REMARK.test(before.slice(lineStart))) return true;
  const block = before.lastIndexOf('/*');
  if (block === -1 || /\*\/|`|\$\{/.test(before.slice(block))) return false;
  const lineOfBlock = before.lastIndexOf('\n', block) + 1;
  const isFirst = before.slice(lineOfBlock, block).trim() === '';
  return isFirst && (lineOfBlock === 0 ? !isCut : before.at(lineOfBlock - 2) !== '\\');
};

interface Script {
  at: number;
  isOpen: boolean;
}

const readScripts = (text: string): Script[] =>
  [...text.matchAll(/<(\/?)script\b/gi)].map(({ 1: slash, index }) => ({ at: index, isOpen: slash === '' }));

/** The last of several places, in their order, before another. */
export const lastBefore = <Place extends { at: number }>(
  places: readonly Place[],
  at: number,
): Place | undefined => {
  let [low, high] = [-1, places.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.at ?? Infinity) < at) low = middle;
    else high = middle;
  }
  return places[low];
};
