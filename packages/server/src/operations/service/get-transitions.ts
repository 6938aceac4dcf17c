import { type Endpoints, transitions } from '@patchbay/contract';
import type { Operation } from '../operation.ts';

export const getTransitions: Operation<Endpoints['getTransitions']> = () =>
  Promise.resolve(transitions.map((transition) => ({ ...transition, by: [...transition.by] })));
