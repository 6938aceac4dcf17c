import type { Endpoints } from '@patchbay/contract';
import { docsPage } from '../../present/docs-page.ts';
import type { Operation } from '../operation.ts';

export const getDocs: Operation<Endpoints['getDocs']> = () => Promise.resolve(docsPage);
