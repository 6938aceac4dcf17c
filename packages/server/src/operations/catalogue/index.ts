export { getCatalogue } from './get-catalogue.ts';
export { watchNodes } from './watch-nodes.ts';
export { listPublicChanges } from './list-public-changes.ts';
export { streamPublicChanges } from './stream-public-changes.ts';
export { listAdvisories } from './list-advisories.ts';
export { getAdvisory } from './get-advisory.ts';
