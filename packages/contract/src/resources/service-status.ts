import { Type } from 'typebox';
import { Timestamp } from '../text.ts';

const up = (what: string) => Type.Boolean({ description: `Whether ${what} answers` });
const count = (description: string) => Type.Integer({ description });

/** How far a mirror is, or a registry with an upstream. */
export const SourceStatus = Type.Object(
  {
    url: Type.String({
      description: 'The registry that this one follows; of a set, the folder until its registry is known',
    }),
    kind: Type.Enum(['mirror', 'upstream'], {
      description: 'Whether this registry is a copy of it, or has nodes of its own besides',
    }),
    reachable: Type.Boolean({ description: 'Whether it answered the last time' }),
    synced_at: Type.Optional(Timestamp('As of when all of it is here; absent until then')),
    behind_seconds: Type.Optional(count('How long ago that was')),
    packages_missing: count('Packages of Active versions that are not stored here'),
    packages_failed: count('How many of those could not be fetched, or were refused, the last time'),
  },
  { description: 'The registry that this one follows; absent without one' },
);

/** How the registry does, for everyone. */
export const ServiceStatus = Type.Object({
  version: Type.String({ description: 'The version of the software' }),
  checked_at: Timestamp('When the database and the package store were looked at'),
  database: up('the database'),
  package_store: up('the package store'),
  backlog: Type.Optional(
    Type.Object(
      {
        jobs_waiting: count('Jobs that are due and not begun'),
        jobs_running: count('Jobs that are being done'),
        jobs_failed: count('Jobs that failed and are tried again'),
        oldest_job_seconds: count('How long the oldest of those that wait has been due'),
        reviews_waiting: count('Versions that wait for a moderator'),
        oldest_review_seconds: count('How long ago the oldest of them was published'),
        counted_at: Timestamp('When they were counted'),
      },
      { description: 'What waits; absent while it cannot be counted' },
    ),
  ),
  source: Type.Optional(SourceStatus),
});
export type ServiceStatus = Type.Static<typeof ServiceStatus>;
