import type { OperationsOf } from '../operation.ts';
import { getDocs } from './get-docs.ts';
import { getHealth } from './get-health.ts';
import { getLimits } from './get-limits.ts';
import { getMetrics } from './get-metrics.ts';
import { getOpenapi } from './get-openapi.ts';
import { getReadiness } from './get-readiness.ts';
import { getStatus } from './get-status.ts';
import { getTransitions } from './get-transitions.ts';

export const service: OperationsOf<'service'> = {
  getHealth,
  getReadiness,
  getStatus,
  getMetrics,
  getTransitions,
  getLimits,
  getOpenapi,
  getInterface: getOpenapi,
  getDocs,
};
