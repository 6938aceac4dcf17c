import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../operation.ts';

export const getCatalogue: Operation<Endpoints['getCatalogue']> = ({ catalogue }, { query }) =>
  Promise.resolve({
    open: (coding) => catalogue.open(query.since, { coding, withVersions: query.versions === 'all' }),
  });
