import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../operation.ts';

export const getHealth: Operation<Endpoints['getHealth']> = () => Promise.resolve({ status: 'ok' });
