import { type Endpoints, openapiDocument } from '@patchbay/contract';
import { prefixOf } from '../../addresses.ts';
import type { Operation } from '../operation.ts';

export const getOpenapi: Operation<Endpoints['getOpenapi']> = ({ profile, publicUrl }) => {
  const document = openapiDocument(profile);
  const prefix = prefixOf(publicUrl());
  return Promise.resolve(prefix === '' ? document : { ...document, servers: [{ url: prefix }] });
};
