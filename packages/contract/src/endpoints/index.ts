import type { Area, Endpoint } from '../endpoint.ts';
import { accounts } from './accounts/index.ts';
import { appNodes } from './app-nodes/index.ts';
import { catalogue } from './catalogue/index.ts';
import { moderation } from './moderation/index.ts';
import { nodes } from './nodes/index.ts';
import { packages } from './packages/index.ts';
import { publishers } from './publishers/index.ts';
import { service } from './service/index.ts';
import { versions } from './versions/index.ts';
import { webhooks } from './webhooks/index.ts';

/** The endpoints of each area, which is their tag and the folder of their files. */
export const endpointsByArea = {
  nodes,
  versions,
  packages,
  'app-nodes': appNodes,
  catalogue,
  publishers,
  webhooks,
  accounts,
  moderation,
  service,
} as const satisfies { [Tag in Area]: Readonly<Record<string, Endpoint & { tag: Tag }>> };

/** Every endpoint by its name. */
export const endpoints = {
  ...nodes,
  ...versions,
  ...packages,
  ...appNodes,
  ...catalogue,
  ...publishers,
  ...webhooks,
  ...accounts,
  ...moderation,
  ...service,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
