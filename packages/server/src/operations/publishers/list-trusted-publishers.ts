import type { Endpoints } from '@patchbay/contract';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { presentTrustedPublisher } from '../../present/publisher.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findTrustedPublishers } from '../../store/rows/trusted-publishers.ts';
import type { Operation } from '../operation.ts';

export const listTrustedPublishers: Operation<Endpoints['listTrustedPublishers']> = async (
  { store: { read }, config },
  { actor, params, query },
) => {
  const { id } = await permittedPublisher(read, actor, 'trusted-publishers.manage', params.publisherId);
  const asked = pageOf(query);
  // One whose issuer the operator trusts no longer accepts nothing, and is shown so that it can be deleted.
  const kindOf = (issuer: string) =>
    config.TRUSTED_ISSUERS.find(({ url }) => url === issuer)?.kind ?? 'other';
  return presentPage('trusted_publishers', await findTrustedPublishers(read, id, asked), (rule) =>
    presentTrustedPublisher(rule, kindOf(rule.issuer)),
  );
};
