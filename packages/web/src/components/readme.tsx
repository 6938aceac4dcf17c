import type { Readme as Reply, ReadmePart } from '@patchbay/client';
import { type ComponentChild, type VNode, h } from 'preact';
import { nodeLinks } from '../node-links.ts';
import { useHref } from '../visit.ts';

interface ReadmeProps {
  readme: Reply;
  nodeId: string;
  version: string;
}

/** What a package says to readers. It is hostile: elements come from a list, and texts are texts. */
export const Readme = ({ readme: { file, is_cut, parts }, nodeId, version }: ReadmeProps) => {
  const href = useHref();
  const toFile = (path: string): string =>
    href(`${nodeLinks(nodeId).source(version)}?file=${encodeURIComponent(path)}`);
  return (
    <div class="readme">
      {nest(parts, toFile)}
      {is_cut === true && file !== undefined && (
        <p class="quiet">
          It is longer than what is shown here. <a href={toFile(file)}>Read all of it</a>
        </p>
      )}
    </div>
  );
};

interface Open {
  part: ReadmePart;
  children: ComponentChild[];
}

/** The elements of a list whose parts say how deep they are. */
const nest = (parts: readonly ReadmePart[], toFile: (path: string) => string): ComponentChild[] => {
  const roots: ComponentChild[] = [];
  const open: Open[] = [];
  const close = (depth: number): void => {
    while (open.length > depth) {
      const { part, children } = open.pop() as Open;
      (open.at(-1)?.children ?? roots).push(elementOf(part, children, toFile));
    }
  };
  for (const part of parts) {
    close(part.depth);
    if (part.text === undefined) open.push({ part, children: [] });
    else (open.at(-1)?.children ?? roots).push(part.text);
  }
  close(0);
  return roots;
};

const empty: ReadonlySet<string> = new Set(['br', 'hr']);
/** Each is a paragraph of its own to the bidirectional algorithm, in the direction of its first letter. */
const blocks: ReadonlySet<string> = new Set('p h3 h4 h5 h6 li dt dd td th summary blockquote'.split(' '));

const elementOf = (
  { tag = 'div', id, href, file, start }: ReadmePart,
  children: readonly ComponentChild[],
  toFile: (path: string) => string,
): VNode => {
  if (empty.has(tag)) return h(tag, null);
  if (tag === 'a')
    return <a {...(file === undefined ? outward(href) : { href: toFile(file) })}>{children}</a>;
  const Element = (tag === 'th' && children.length === 0 ? 'td' : tag) as 'p';
  return (
    <Element
      {...(id !== undefined && { id })}
      {...(start !== undefined && { start })}
      {...(blocks.has(tag) && { dir: 'auto' })}
      // It scrolls where it is too wide, by keys as well.
      {...(tag === 'table' && { tabIndex: 0 })}
    >
      {children}
    </Element>
  );
};

const outward = (href = ''): { href?: string; rel?: string } => {
  if (href.startsWith('#readme-')) return { href };
  return /^(https?:\/\/|mailto:)/.test(href) ? { href, rel: 'nofollow ugc noopener' } : {};
};
