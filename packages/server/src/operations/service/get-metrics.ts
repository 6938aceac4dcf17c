import { hash, timingSafeEqual } from 'node:crypto';
import type { Endpoints } from '@patchbay/contract';
import { unauthenticated } from '../../errors.ts';
import type { Operation } from '../operation.ts';

/** The metrics of all processes of this server, for holders of `METRICS_TOKEN` if one is set. */
export const getMetrics: Operation<Endpoints['getMetrics']> = async ({ config, scrape }, { bearer }) => {
  const token = config.METRICS_TOKEN;
  if (token !== undefined && !isSame(bearer ?? '', token)) throw unauthenticated('not the METRICS_TOKEN');
  return scrape.text();
};

/** Takes the same time wherever the texts differ. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
