import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { presentPublisher } from '../present/publisher.ts';
import { findPublishers } from '../store/publishers.ts';

export const listPublishers: Operation<Endpoints['listPublishers']> = async ({ store }) =>
  (await findPublishers(store.read)).map(presentPublisher);
