import type { OperationsOf } from '../operation.ts';
import { getDocs } from './get-docs.ts';
import { getHealth } from './get-health.ts';
import { getMetrics } from './get-metrics.ts';
import { getOpenapi } from './get-openapi.ts';
import { getReadiness } from './get-readiness.ts';
import { getTransitions } from './get-transitions.ts';

export const service: OperationsOf<'service'> = {
  getHealth,
  getReadiness,
  getMetrics,
  getTransitions,
  getOpenapi,
  getInterface: getOpenapi,
  getDocs,
};
