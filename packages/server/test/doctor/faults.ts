import { type RawBuilder, sql } from 'kysely';
import { tamper } from '../support/tamper.ts';
import { forgetVersion } from './forget-version.ts';
import { packageFaults } from './package-faults.ts';
import type { Patient, SeededFault } from './seeded-fault.ts';

const run = ({ server }: Patient, statement: RawBuilder<unknown>): Promise<unknown[]> =>
  tamper(server.context.config.DATABASE_URL, statement);

/** Breaks by one statement what a repair undoes. */
const broken =
  (statement: RawBuilder<unknown>): SeededFault['breakIt'] =>
  async (patient) =>
    void (await run(patient, statement));

/** Breaks by one statement and undoes it by another. */
const brokenUntil =
  (statement: RawBuilder<unknown>, undo: RawBuilder<unknown>): SeededFault['breakIt'] =>
  async (patient) => {
    await run(patient, statement);
    return () => run(patient, undo);
  };

const node = (key: string) => sql`nodes.key = ${key}`;
const aVersion = sql`(select min(id) from versions where status = 'NodeVersionStatusActive')`;

/** What can go wrong with a registry, each with the check that must find it. */
export const faults: readonly SeededFault[] = [
  ...packageFaults,
  {
    what: 'what is kept of a node is no JSON',
    breakIt: brokenUntil(
      sql`update nodes set metadata_json = '{' || metadata_json where ${node('node-1')}`,
      sql`update nodes set metadata_json = substr(metadata_json, 2) where ${node('node-1')}`,
    ),
    check: 'json',
    subject: /^nodes\.metadata_json:node-1$/,
    isRepairable: false,
  },
  {
    what: 'a row refers to one that is gone',
    breakIt: brokenUntil(
      sql`update tokens set maker_id = 'nobody'`,
      sql`update tokens set maker_id = (select min(user_id) from members where role = 'owner')`,
    ),
    check: 'references',
    subject: /^tokens\.maker_id:/,
    isRepairable: false,
  },
  {
    what: 'the log has a gap',
    breakIt: brokenUntil(
      sql`update changes set seq = -seq where seq = 3`,
      sql`update changes set seq = 3 where seq = -3`,
    ),
    check: 'log',
    subject: /^change:4$/,
    isRepairable: false,
  },
  {
    what: 'the times of the log go back',
    breakIt: brokenUntil(
      sql`update changes set at = '9' || substr(at, 2) where seq = 5`,
      sql`update changes set at = '2' || substr(at, 2) where seq = 5`,
    ),
    check: 'log',
    subject: /^change:6\/at$/,
    isRepairable: false,
  },
  {
    what: 'a time of the log is no time',
    breakIt: brokenUntil(
      sql`update changes set at = 'x' || at where seq = 5`,
      sql`update changes set at = substr(at, 2) where seq = 5`,
    ),
    check: 'log',
    subject: /^change:5\/at$/,
    isRepairable: false,
  },
  {
    what: 'a version has another status than the log says',
    breakIt: brokenUntil(
      sql`update versions set status = 'NodeVersionStatusFlagged' where id = (select max(id) from versions where status = 'NodeVersionStatusDeleted')`,
      sql`update versions set status = 'NodeVersionStatusDeleted' where status = 'NodeVersionStatusFlagged' and deleted_at is not null`,
    ),
    check: 'states',
    subject: /^version:/,
    isRepairable: false,
  },
  {
    what: 'a publisher is in no log',
    breakIt: brokenUntil(
      sql`update changes set subject = 'publisher:other' where subject = 'publisher:ada'`,
      sql`update changes set subject = 'publisher:ada' where subject = 'publisher:other'`,
    ),
    check: 'states',
    also: 'lost-rows',
    subject: /^publisher:(?:ada|other)$/,
    isRepairable: false,
  },
  {
    what: 'the row of a package is lost',
    breakIt: brokenUntil(
      sql`update changes set subject = 'version:lost-' || substr(subject, 9) where seq = (select max(seq) from changes where action = 'package.stored')`,
      sql`update changes set subject = 'version:' || substr(subject, 14) where subject like 'version:lost-%'`,
    ),
    check: 'lost-rows',
    subject: /^version:lost-/,
    isRepairable: false,
  },
  {
    what: 'an advisory is lost',
    breakIt: brokenUntil(
      sql`update advisories set seq = -seq where seq = 1`,
      sql`update advisories set seq = 1 where seq = -1`,
    ),
    check: 'lost-rows',
    subject: /^advisory:x_PBR-\d+-1$/,
    isRepairable: false,
  },
  {
    what: 'a publisher has no owner',
    breakIt: brokenUntil(
      sql`update members set role = 'member', created_at = 'x' || created_at where role = 'owner'`,
      sql`update members set role = 'owner', created_at = substr(created_at, 2) where created_at like 'x%'`,
    ),
    check: 'owners',
    subject: /^publisher:ada$/,
    isRepairable: false,
  },
  {
    what: 'a Pending version is forgotten',
    breakIt: forgetVersion,
    check: 'waiting-versions',
    subject: /^receive-package:/,
    isRepairable: true,
  },
  {
    what: 'an extraction is forgotten',
    breakIt: broken(sql`update versions set extract_status = 'pending' where id = ${aVersion}`),
    check: 'waiting-versions',
    subject: /^extract-app-nodes:/,
    isRepairable: true,
  },
  {
    what: 'a job is of a kind that nothing runs',
    breakIt: broken(
      sql`insert into jobs (kind, subject, run_at) values ('no-such-kind', 'x', '9999-01-01T00:00:00.000Z')`,
    ),
    check: 'jobs',
    subject: /^no-such-kind:x$/,
    isRepairable: true,
  },
  {
    what: 'a job fails for ever',
    breakIt: broken(sql`update jobs set attempts = 99, last_error = 'no luck' where kind = 'reap'`),
    check: 'jobs',
    subject: /^reap:$/,
    isRepairable: true,
  },
  {
    what: 'a job is held by a server whose clock was ahead',
    breakIt: broken(
      sql`update jobs set lease = 'x', leased_until = '9999-01-01T00:00:00.000Z' where kind = 'reap'`,
    ),
    check: 'jobs',
    subject: /^reap:$/,
    isRepairable: true,
  },
  {
    what: 'a job is put off by a server whose clock was ahead',
    breakIt: broken(sql`update jobs set run_at = '9999-01-01T00:00:00.000Z' where kind = 'reap'`),
    check: 'jobs',
    subject: /^reap:$/,
    isRepairable: true,
  },
  {
    what: 'a job is due at what is no time',
    breakIt: broken(sql`update jobs set run_at = 'soon' where kind = 'reap'`),
    check: 'jobs',
    subject: /^reap:$/,
    isRepairable: true,
  },
  {
    what: 'a renamed node has lost its ids',
    breakIt: broken(sql`delete from node_ids where node_key = 'node-6'`),
    check: 'node-ids',
    subject: /^node:node-6$/,
    isRepairable: true,
  },
  {
    what: 'a node names an older version as its latest',
    breakIt: broken(
      sql`update nodes set latest_version_id = (select id from versions where node_key = 'node-0' and prerelease = 1) where ${node('node-0')}`,
    ),
    check: 'latest-versions',
    also: 'listing',
    subject: /^node:node-0$/,
    isRepairable: true,
  },
  {
    what: 'the kept answer about a node is no JSON',
    breakIt: broken(
      sql`update documents set json = '{' where key = (select min(key) from documents where key like 'node/%')`,
    ),
    check: 'documents',
    subject: /^document:node\/[\w-]+$/,
    isRepairable: true,
  },
  {
    what: 'the kept answer about a version is no JSON',
    breakIt: broken(
      sql`update documents set json = json || '}' where key = (select min(key) from documents where key like 'version/%')`,
    ),
    check: 'documents',
    subject: /^document:version\/[\w-]+@/,
    isRepairable: true,
  },
  {
    what: 'list data disagrees with the node',
    breakIt: broken(sql`update nodes set name = 'other', search_ranking = 3 where ${node('node-1')}`),
    check: 'listing',
    subject: /^node:node-1$/,
    isRepairable: true,
  },
  {
    what: 'a preempted name is not looked up',
    breakIt: broken(sql`delete from preempted_names`),
    check: 'listing',
    subject: /^node:node-2$/,
    isRepairable: true,
  },
  {
    what: 'a list counts more than it has',
    breakIt: broken(sql`update places set listed = listed + 1 where list = 'versions'`),
    check: 'counts',
    subject: /^list:versions$/,
    isRepairable: true,
  },
  {
    what: 'a list is not counted',
    breakIt: broken(sql`delete from places where list = 'app_nodes'`),
    check: 'counts',
    subject: /^list:app_nodes$/,
    isRepairable: true,
  },
  {
    what: 'a position would be given away again',
    breakIt: broken(sql`update places set last = last - 1 where list = 'nodes'`),
    check: 'counts',
    subject: /^list:nodes$/,
    isRepairable: true,
  },
  {
    what: 'what nodes declare is counted wrongly',
    breakIt: broken(sql`update declarations set nodes = nodes + 5 where listed = 1`),
    check: 'compatibility-counts',
    subject: /^combination:/,
    isRepairable: true,
  },
  {
    what: 'a claim to an app-node name is lost',
    breakIt: broken(sql`delete from app_node_claims where node_key = 'node-5' and name = 'Blur'`),
    check: 'claims',
    subject: /^version:/,
    isRepairable: true,
  },
  {
    what: 'the ban of an app-node is lost',
    breakIt: broken(sql`delete from app_node_bans`),
    check: 'app-node-bans',
    subject: /^node:/,
    isRepairable: true,
  },
  {
    what: 'stars are not those of the reviews',
    breakIt: broken(sql`update nodes set rating_sum = 99 where ${node('node-0')}`),
    check: 'ratings',
    subject: /^node:node-0$/,
    isRepairable: true,
  },
  {
    what: 'a day counts other marks than it has',
    breakIt: broken(sql`update download_days set marks = marks + 7`),
    check: 'downloads',
    subject: /^day:/,
    isRepairable: true,
  },
  {
    what: 'a node has more downloads on its days than in all',
    breakIt: broken(sql`update nodes set downloads = 0 where ${node('node-5')}`),
    check: 'daily-downloads',
    subject: /^node:node-5$/,
    isRepairable: true,
  },
  {
    what: 'a publisher uses other quotas than are counted',
    breakIt: broken(sql`update quotas set used = used + 3 where name = 'nodes' and subject_id = 'ada'`),
    check: 'quota-uses',
    subject: /^nodes:ada$/,
    isRepairable: true,
  },
  {
    what: 'what uses a quota is not counted',
    breakIt: broken(sql`delete from quotas where name in ('reviews', 'versions')`),
    check: 'quota-uses',
    subject: /^(?:reviews|versions):/,
    isRepairable: true,
  },
  {
    what: 'a change of a node is shown to the members of another publisher',
    breakIt: broken(
      sql`update changes set publisher_id = 'other' where seq = (select max(seq) from changes where action = 'version.published')`,
    ),
    check: 'audiences',
    subject: /^change:\d+$/,
    isRepairable: true,
  },
  {
    what: 'an answer is kept long after its time',
    breakIt: broken(
      sql`insert into idempotency_keys (id, account_id, body_digest, expires_at) select 'old', min(id), 'x', '2020-01-01T00:00:00.000Z' from "user"`,
    ),
    check: 'idempotency-keys',
    subject: /^key:old$/,
    isRepairable: true,
  },
  {
    what: 'an idempotency key is of an account that does not exist',
    breakIt: broken(
      sql`insert into idempotency_keys (id, account_id, body_digest, expires_at) values ('stray', 'nobody', 'x', '9999-01-01T00:00:00.000Z')`,
    ),
    check: 'idempotency-keys',
    subject: /^key:stray$/,
    isRepairable: true,
  },
];
