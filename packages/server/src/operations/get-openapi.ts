import { type Endpoints, openapiDocument } from '@patchbay/contract';
import type { Operation } from '../context.ts';

const document = openapiDocument();

export const getOpenapi: Operation<Endpoints['getOpenapi']> = () => Promise.resolve(document);
