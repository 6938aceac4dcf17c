import type { Endpoints } from '@patchbay/contract';
import { BarePage, type Operation } from '../../context.ts';
import { presentPublisher } from '../../present/publisher.ts';
import { barePageOf } from '../../store/listing/pages.ts';
import { findPublishers } from '../../store/rows/publishers.ts';

export const listPublishers: Operation<Endpoints['listPublishers']> = async ({ store }, { query }) => {
  const page = await findPublishers(store.read, barePageOf(query));
  return new BarePage(page, page.items.map(presentPublisher));
};
