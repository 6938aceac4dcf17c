import type { Endpoints } from '@patchbay/contract';
import { prefixOf } from '../../prefix-of.ts';
import { docsPage } from '../../present/docs-page.ts';
import type { Operation } from '../operation.ts';

export const getDocs: Operation<Endpoints['getDocs']> = ({ publicUrl }) =>
  Promise.resolve(docsPage(prefixOf(publicUrl())));
