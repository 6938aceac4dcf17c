import { type Endpoints, type PublisherChange, limits } from '@patchbay/contract';
import { authorsOfChanges } from '../../authorization/authors-of-changes.ts';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { findPublisherChanges } from '../../store/log/publisher-changes.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findVersionNumbers } from '../../store/rows/stored-packages.ts';
import type { Operation } from '../operation.ts';

const { auditPageSizeMax: max } = limits;

/** The changes of a publisher, newest first. */
export const listPublisherChanges: Operation<Endpoints['listPublisherChanges']> = async (
  { store: { read } },
  { actor, params, query },
) => {
  const { id } = await permittedPublisher(read, actor, 'history.read', params.publisherId);
  const { limit } = pageOf(query, { fallback: max, max });
  const { changes, next } = await findPublisherChanges(read, id, { before: query.before, limit });
  const by = await authorsOfChanges(read, id, changes);
  const versions = await findVersionNumbers(read, changes.flatMap(versionIdOf));
  return {
    changes: changes.map((change): PublisherChange => {
      const { actor: author, nodeId, ...shown } = change;
      const version = versions.get(versionIdOf(change)[0] ?? '');
      return {
        ...shown,
        by: by(author),
        ...(nodeId === undefined ? {} : { node_id: nodeId }),
        ...(version === undefined ? {} : { version }),
      };
    }),
    ...(next === undefined ? {} : { next }),
  };
};

const versionIdOf = ({ subject }: { subject: string }): string[] =>
  /^(?:version|app-node):([^/]+)/.exec(subject)?.slice(1, 2) ?? [];
