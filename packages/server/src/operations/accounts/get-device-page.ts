import type { Endpoints } from '@patchbay/contract';
import { enterCodePage } from '../../present/device-pages.ts';
import type { Operation } from '../operation.ts';

export const getDevicePage: Operation<Endpoints['getDevicePage']> = () => Promise.resolve(enterCodePage);
