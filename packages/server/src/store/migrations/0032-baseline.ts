import { sql } from 'kysely';
import type { Step } from './step.ts';

/** The types are the names of `ColumnTypes`; each engine has its own for them. */
const schema = `
create table "user" (
  id text primary key, name text not null, email text not null unique, "emailVerified" flag not null,
  image text, "createdAt" time not null, "updatedAt" time not null, role text, banned flag,
  "banReason" text, "banExpires" time
);

create table session (
  id text primary key, "expiresAt" time not null, token text not null unique,
  "createdAt" time not null, "updatedAt" time not null, "ipAddress" text, "userAgent" text,
  "userId" text not null references "user"(id) on delete cascade, "impersonatedBy" text
);
create index "session_userId_idx" on session ("userId");

create table account (
  id text primary key, "accountId" text not null, "providerId" text not null,
  "userId" text not null references "user"(id) on delete cascade, "accessToken" text,
  "refreshToken" text, "idToken" text, "accessTokenExpiresAt" time, "refreshTokenExpiresAt" time,
  scope text, password text, "createdAt" time not null, "updatedAt" time not null
);
create index "account_userId_idx" on account ("userId");

create table verification (
  id text primary key, identifier text not null, value text not null, "expiresAt" time not null,
  "createdAt" time not null, "updatedAt" time not null
);
create index verification_identifier_idx on verification (identifier);

create table "deviceCode" (
  id text primary key, "deviceCode" text not null unique, "userCode" text not null unique,
  "userId" text references "user"(id) on delete cascade, "expiresAt" time not null,
  status text not null, "lastPolledAt" time, "pollingInterval" integer, "clientId" text, scope text,
  network text, "passwordMark" text
);
create index "deviceCode_expiresAt_idx" on "deviceCode" ("expiresAt");
create index "deviceCode_network_idx" on "deviceCode" (network, "expiresAt");

create table publishers (
  id sortable primary key, profile_json text not null, status text not null,
  created_at sortable not null, deleted_at sortable, folded_id sortable default '' not null,
  approved_at sortable
);
create index publishers_folded_id on publishers (folded_id);
create index publishers_newest on publishers (created_at, id);

create table members (
  id text primary key, publisher_id sortable not null references publishers(id),
  user_id text not null references "user"(id), role text not null, created_at sortable not null,
  constraint members_unique unique (publisher_id, user_id)
);
create index members_user on members (user_id);

create table tokens (
  id sortable primary key, publisher_id sortable not null references publishers(id),
  sha256 text not null unique, masked text not null, request_json text not null,
  created_at sortable not null, expires_at sortable, last_used_at sortable, revoked_at sortable,
  maker_id text
);
create index tokens_maker on tokens (maker_id);
create index tokens_publisher on tokens (publisher_id, id);

create table nodes (
  key sortable primary key, id text not null,
  publisher_id sortable not null references publishers(id), metadata_json text not null,
  moderation_json text not null, status text not null, created_at sortable not null,
  updated_at sortable not null, downloads integer default 0 not null,
  rating_sum integer default 0 not null, rating_count integer default 0 not null,
  latest_version_id sortable, ordinal integer default 0 not null, listed integer default 0 not null,
  listed_versions integer default 0 not null, listed_app_nodes integer default 0 not null,
  search_ranking integer default 0 not null, name sortable default '' not null,
  supported_os sortable default '' not null, supported_accelerators sortable default '' not null,
  supported_app_version sortable default '' not null, entry_revision integer default 0 not null,
  counted integer default 0 not null, bytes integer default 0 not null, status_before_ban text,
  repository text default '' not null, package_folder text default '' not null,
  folded_id sortable default '' not null
);
create index nodes_app_version on nodes (supported_app_version);
create index nodes_bytes on nodes (bytes);
create index nodes_counted on nodes (counted);
create index nodes_created_at on nodes (listed, created_at, key);
create index nodes_downloads on nodes (listed, downloads, key);
create index nodes_entry_revision on nodes (entry_revision);
create index nodes_folded_id on nodes (folded_id);
create index nodes_latest_version on nodes (latest_version_id);
create index nodes_listed on nodes (listed, ordinal, downloads, name, key);
create index nodes_name on nodes (listed, name, key);
create unique index nodes_ordinal on nodes (ordinal);
create index nodes_publisher on nodes (publisher_id, created_at, key);
create index nodes_updated_at on nodes (listed, updated_at, key);

create table versions (
  id sortable primary key, node_key sortable not null references nodes(key),
  version sortable not null, sort_key sortable not null, prerelease integer not null,
  metadata_json text not null, tags_admin_json text not null, deprecated integer not null,
  status text not null, status_reason text, extract_status text not null,
  created_at sortable not null, upload_deadline sortable not null, package_sha256 text,
  package_bytes integer, stored_at sortable, verdict_json text, extraction_json text, ordinal integer,
  upload_token_id text, deleted_at text, duplicate integer default 0 not null,
  definition_bytes integer default 0 not null, found_json text default '{}' not null,
  constraint versions_unique unique (node_key, version)
);
create index versions_latest on versions (node_key, status, deprecated, prerelease, sort_key);
create unique index versions_number on versions (node_key, sort_key, duplicate);
create unique index versions_ordinal on versions (ordinal);
create index versions_status on versions (status, id);
create index versions_taken on versions (node_key, package_bytes, definition_bytes, status);

create table app_node_bans (
  node_key sortable not null references nodes(key), name sortable not null,
  constraint app_node_bans_primary primary key (node_key, name)
);

create table app_node_claims (
  name sortable not null, node_key sortable not null references nodes(key),
  first_active_at sortable not null, constraint app_node_claims_primary primary key (name, node_key)
);

create table app_nodes (
  version_id sortable not null references versions(id) on delete cascade, name sortable not null,
  definition_json text not null, ordinal integer, shape text default '' not null,
  constraint app_nodes_primary primary key (version_id, name)
);
create index app_nodes_name on app_nodes (name);
create unique index app_nodes_ordinal on app_nodes (ordinal);
create index app_nodes_shape on app_nodes (version_id, name, shape);

create table changes (
  seq integer primary key, at sortable not null, actor text not null, action text not null,
  subject sortable not null, before_json text, after_json text, reason text, request_id text,
  node_key text, publisher_id sortable
);
create index changes_publisher on changes (publisher_id, seq) where publisher_id is not null;
create index changes_subject on changes (subject, seq);

create table daily_counts (
  day sortable not null, what sortable not null, count integer not null,
  constraint daily_counts_primary primary key (day, what)
);

create table daily_downloads (
  node_key sortable not null references nodes(key), day sortable not null, downloads integer not null,
  constraint daily_downloads_primary primary key (node_key, day)
);
create index daily_downloads_day on daily_downloads (day);

create table declarations (
  id integer primary key, listed integer not null, supported_os text not null,
  supported_accelerators text not null, supported_app_version sortable not null,
  nodes integer not null
);

create table download_days (
  day sortable primary key, salt text not null, marks integer not null
);

create table download_marks (
  day sortable not null, mark sortable not null,
  constraint download_marks_primary primary key (day, mark)
);

create table file_lists (
  version_id sortable primary key references versions(id), files_json text not null,
  are_all integer not null
);

create table former_publishers (
  node_key sortable not null references nodes(key), publisher_id sortable not null,
  constraint former_publishers_primary primary key (node_key, publisher_id)
);

create table idempotency_keys (
  id sortable primary key, account_id sortable not null, body_digest text not null,
  sealed_answer text, expires_at sortable not null
);
create index idempotency_keys_expired on idempotency_keys (expires_at);
create index idempotency_keys_of_account on idempotency_keys (account_id, expires_at, id);

create table job_queues (
  queue sortable primary key, turn_at sortable not null, last_turn_at sortable not null,
  turns integer not null
);
create index job_queues_turn on job_queues (turn_at, turns);

create table jobs (
  kind sortable not null, subject sortable not null, run_at sortable not null,
  attempts integer default 0 not null, lease text, leased_until sortable, last_error text,
  queue sortable default '' not null, constraint jobs_primary primary key (kind, subject)
);
create index jobs_due on jobs (coalesce(leased_until, run_at));
create index jobs_of_queue on jobs (queue, coalesce(leased_until, run_at));

create table places (
  list sortable primary key, last integer not null, listed integer not null,
  page_max integer default 1000 not null
);

create table preempted_names (
  name sortable not null, node_key sortable not null references nodes(key),
  constraint preempted_names_primary primary key (name, node_key)
);
create index preempted_names_node on preempted_names (node_key);

create table quotas (
  subject_kind sortable not null, subject_id sortable not null, name sortable not null, max integer,
  used integer not null, constraint quotas_primary primary key (subject_kind, subject_id, name)
);

create table readmes (
  version_id sortable primary key references versions(id) on delete cascade,
  readme_json text not null, bytes integer not null
);

create table reviews (
  node_key sortable not null references nodes(key), user_id text not null references "user"(id),
  star integer not null, created_at sortable not null,
  constraint reviews_primary primary key (node_key, user_id)
);

create table rule_counts (
  ruleset sortable not null, rule sortable not null, versions integer not null, held integer not null,
  latest_version_id text not null, constraint rule_counts_primary primary key (ruleset, rule)
);

create table search_texts (
  ordinal integer primary key, search_text text not null, app_node_names text not null,
  place integer default 0 not null
);
create index search_texts_place on search_texts (place, ordinal)
`;

/** The schema of 0032-app-node-bans, which an empty database gets at once. */
export const baseline: Step = async (db, columns, engine) => {
  const types = {
    text: columns.text,
    sortable: columns.sortable,
    integer: columns.integer,
    time: columns.accountTime,
    flag: columns.accountFlag,
  };
  const names = new RegExp(String.raw`\b(${Object.keys(types).join('|')})\b`);
  // SQLite keeps the text of a statement, which the dump of the schema shows.
  const statements = schema.trim().replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')');
  for (const statement of statements.split('; ')) {
    const parts = statement.split(names).map((part) => {
      const type = types[part as keyof typeof types] ?? part;
      return typeof type === 'string' ? sql.raw(type) : type;
    });
    await sql.join(parts, sql``).execute(db);
  }
  await sql`insert into places (list, last, listed) values ('nodes', 0, 0), ('versions', 0, 0), ('app_nodes', 0, 0)`.execute(
    db,
  );
  await engine.createSearchIndex(db);
  await engine.createRateBuckets(db);
};
