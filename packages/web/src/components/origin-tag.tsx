import type { Node } from '@patchbay/client';
import { useVisit } from '../visit.ts';
import { httpUrl } from './out-link.tsx';

/** The registry that a node comes from, if it is not one of this registry itself. */
export const OriginTag = ({ node }: { node: Pick<Node, 'upstream'> }) => {
  const { mirrorOf } = useVisit();
  const url = httpUrl(node.upstream ?? mirrorOf);
  return url === undefined ? null : (
    <a class="tag" href={url} rel="nofollow noopener noreferrer">
      from <bdi>{new URL(url).host}</bdi>
    </a>
  );
};
