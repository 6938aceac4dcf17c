import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../../context.ts';
import { docsPage } from '../../present/docs-page.ts';

export const getDocs: Operation<Endpoints['getDocs']> = () => Promise.resolve(docsPage);
