import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../operation.ts';

export const getOpenapi: Operation<Endpoints['getOpenapi']> = ({ openapi }) => Promise.resolve(openapi);
