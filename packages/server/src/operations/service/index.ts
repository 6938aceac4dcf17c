export { getHealth } from './get-health.ts';
export { getReadiness } from './get-readiness.ts';
export { getStatus } from './get-status.ts';
export { getMetrics } from './get-metrics.ts';
export { getTransitions } from './get-transitions.ts';
export { getLimits } from './get-limits.ts';
export { getOpenapi, getOpenapi as getInterface } from './get-openapi.ts';
export { getDocs } from './get-docs.ts';
