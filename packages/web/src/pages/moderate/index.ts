import { jobs } from './jobs.tsx';
import { node } from './node.tsx';
import { nodes } from './nodes.tsx';
import { proposals } from './proposals.tsx';
import { publisher } from './publisher.tsx';
import { publishers } from './publishers.tsx';
import { queue } from './queue.tsx';
import { reports } from './reports.tsx';
import { statistics } from './statistics.tsx';
import { users } from './users.tsx';
import { version } from './version.tsx';

const all = [queue, version, reports, proposals, publishers, publisher, nodes, node, users, statistics, jobs];

/** The pages of moderators, in the order of their navigation. */
export const moderatePages = all.map(({ page }) => page);

/** Those of them that act. */
export const moderateForms = [version, reports, proposals, publisher, node, users, jobs].map(
  ({ form }) => form,
);
