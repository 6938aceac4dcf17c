import { barePageOf } from '../../src/store/listing/pages.ts';
import { type PublisherRecord, findPublishers } from '../../src/store/rows/publishers.ts';
import type { ReadConnection } from '../../src/store/store.ts';

export const readPublishers = async (read: ReadConnection): Promise<PublisherRecord[]> =>
  (await findPublishers(read, barePageOf({}))).items;
