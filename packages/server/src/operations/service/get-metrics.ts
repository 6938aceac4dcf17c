import { hash, timingSafeEqual } from 'node:crypto';
import type { Endpoints } from '@patchbay/contract';
import { unauthenticated } from '../../errors.ts';
import type { Operation } from '../operation.ts';

/** What all processes of this server count; `METRICS_TOKEN` says who may know. */
export const getMetrics: Operation<Endpoints['getMetrics']> = async ({ config, scrape }, { bearer }) => {
  const token = config.METRICS_TOKEN;
  if (token !== undefined && !isSame(bearer ?? '', token)) throw unauthenticated('not the METRICS_TOKEN');
  return scrape.text();
};

/** In the same time wherever they differ. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
