import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { presentAdvisory } from '../../present/advisory.ts';
import { findAdvisory } from '../../store/rows/advisories.ts';
import { findNode } from '../../store/rows/nodes.ts';
import type { Operation } from '../operation.ts';

export const getAdvisory: Operation<Endpoints['getAdvisory']> = async (
  { store, publicUrl },
  { params: { advisoryId } },
) => {
  const advisory = await findAdvisory(store.read, advisoryId);
  const node = advisory && (await findNode(store.read, advisory.node_key));
  if (advisory === undefined || node === undefined) {
    throw new ApiError('not_found', `There is no advisory "${advisoryId}".`, {
      advice: 'GET /advisories lists them.',
    });
  }
  return presentAdvisory(advisory, node, publicUrl());
};
