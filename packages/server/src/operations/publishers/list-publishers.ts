import type { Endpoints } from '@patchbay/contract';
import { presentPublisher } from '../../documents/present.ts';
import { barePageOf } from '../../store/listing/pages.ts';
import { findPublishers } from '../../store/rows/publishers.ts';
import { BarePage } from '../answers.ts';
import type { Operation } from '../operation.ts';

export const listPublishers: Operation<Endpoints['listPublishers']> = async ({ store }, { query }) => {
  const page = await findPublishers(store.read, barePageOf(query));
  return new BarePage(page, page.items.map(presentPublisher));
};
