import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../../context.ts';

export const getHealth: Operation<Endpoints['getHealth']> = () => Promise.resolve({ status: 'ok' });
