import type { Endpoints } from '@patchbay/contract';
import { prefixOf } from '../../addresses.ts';
import { enterCodePage } from '../../present/device-pages.ts';
import type { Operation } from '../operation.ts';

export const getDevicePage: Operation<Endpoints['getDevicePage']> = ({ publicUrl }) =>
  Promise.resolve(enterCodePage(prefixOf(publicUrl())));
