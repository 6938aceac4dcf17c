import type { NodeVersion, Readme as Reply, ReadmePart } from '@patchbay/client';
import { type ComponentChild, type VNode, h } from 'preact';
import { assetPath } from '../manifest.ts';
import { withEmoji } from '../markdown/emoji.ts';
import { nodeLinks } from '../node-links.ts';
import { endingOf } from '../readme/ending-of.ts';
import { inRepository } from '../readme/in-repository.ts';
import { useHref } from '../visit.ts';
import { ReadmeContents } from './readme-contents.tsx';
import { ReadmePicture } from './readme-picture.tsx';
import { type Open, withSigns } from './readme-signs.tsx';

interface ReadmeProps {
  readme: Reply;
  version: Pick<NodeVersion, 'node_id' | 'version' | 'downloadUrl'>;
  /** Of the node. */
  repository: string | undefined;
}

/** What a package says to readers. It is hostile: elements come from a list, and texts are texts. */
export const Readme = ({ readme: { file, is_cut, parts }, version, repository }: ReadmeProps) => {
  const href = useHref();
  const toFile = (path: string): string =>
    href(`${nodeLinks(version.node_id).source(version.version)}?file=${encodeURIComponent(path)}`);
  const isLively = parts.some(
    ({ picture, language = '' }) => picture !== undefined || endingOf(language) !== undefined,
  );
  // On this site, whatever its name is, so that the browser calls no other.
  const packageUrl = version.downloadUrl && new URL(version.downloadUrl).pathname;
  const script = {
    'data-src': href(assetPath('liven-readme.ts')),
    'data-when': 'seen',
    'data-props': JSON.stringify({ packageUrl, highlighter: href(assetPath('highlight.ts')) }),
  };
  return (
    <>
      <ReadmeContents parts={parts} />
      <div class="readme" {...(isLively && packageUrl !== undefined && script)}>
        {nest(parts, { toFile, toPath: (path) => inRepository(repository, path) })}
        {is_cut === true && file !== undefined && (
          <p class="quiet">
            It is longer than what is shown here. <a href={toFile(file)}>Read all of it</a>
          </p>
        )}
      </div>
    </>
  );
};

/** Where links go: to files of the package, and to paths that it lacks. */
interface Targets {
  toFile: (path: string) => string;
  /** Undefined where nothing is known to be there. */
  toPath: (path: string) => string | undefined;
}

/** The elements of a list whose parts say how deep they are. */
export const nest = (parts: readonly ReadmePart[], targets?: Targets): ComponentChild[] => {
  const roots: ComponentChild[] = [];
  const open: Open[] = [];
  const close = (depth: number): void => {
    while (open.length > depth) {
      const { part, children, note } = open.pop() as Open;
      const isInLink = open.some(({ part: { tag } }) => tag === 'a');
      const element =
        note === undefined ? (
          elementOf(part, children, isInLink ? undefined : targets)
        ) : (
          <div role="note" aria-label={note} dir="auto">
            {children}
          </div>
        );
      (open.at(-1)?.children ?? roots).push(element);
    }
  };
  for (const part of parts) {
    close(part.depth);
    if (part.text === undefined) open.push({ part, children: [] });
    else
      (open.at(-1)?.children ?? roots).push(isCode(open) ? part.text : withSigns(open, withEmoji(part.text)));
  }
  close(0);
  return roots;
};

const isCode = (open: readonly Open[]): boolean =>
  open.some(({ part: { tag } }) => tag === 'code' || tag === 'pre' || tag === 'kbd');

const empty: ReadonlySet<string> = new Set(['br', 'hr']);
/** Each is a paragraph of its own to the bidirectional algorithm, in the direction of its first letter. */
const blocks: ReadonlySet<string> = new Set('p h3 h4 h5 h6 li dt dd td th summary blockquote'.split(' '));

/** Without targets it is in a link, which holds no other, or in a text of no package. */
const elementOf = (
  { tag = 'div', id, href, file, path, picture, width, language = '', start }: ReadmePart,
  children: readonly ComponentChild[],
  targets: Targets | undefined,
): VNode => {
  if (empty.has(tag)) return h(tag, null);
  const ofFile = file === undefined ? undefined : targets?.toFile(file);
  if (picture !== undefined) {
    return (
      <ReadmePicture picture={picture} asked={width} href={ofFile}>
        {children}
      </ReadmePicture>
    );
  }
  const link =
    ofFile === undefined ? outward(path === undefined ? href : targets?.toPath(path)) : { href: ofFile };
  if (tag === 'a' || tag === 'img')
    return link.href === undefined ? <>{children}</> : <a {...link}>{children}</a>;
  const Element = (tag === 'th' && children.length === 0 ? 'td' : tag) as 'p';
  return (
    <Element
      {...(id !== undefined && { id })}
      {...(start !== undefined && { start })}
      {...(endingOf(language) !== undefined && { 'data-ending': endingOf(language) })}
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
