import { getDocs } from './get-docs.ts';
import { getHealth } from './get-health.ts';
import { getInterface } from './get-interface.ts';
import { getLimits } from './get-limits.ts';
import { getMetrics } from './get-metrics.ts';
import { getOpenapi } from './get-openapi.ts';
import { getReadiness } from './get-readiness.ts';
import { getStatus } from './get-status.ts';
import { getTransitions } from './get-transitions.ts';

/** In the order in which the documents show them. */
export const service = {
  getHealth,
  getReadiness,
  getStatus,
  getMetrics,
  getTransitions,
  getLimits,
  getOpenapi,
  getInterface,
  getDocs,
} as const;
