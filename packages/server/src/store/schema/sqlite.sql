CREATE TABLE account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "user"(id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" date,
  "refreshTokenExpiresAt" date,
  scope text,
  password text,
  "createdAt" date not null,
  "updatedAt" date not null
);

CREATE UNIQUE INDEX account_identities on account ("providerId", "accountId")
    where "providerId" <> 'credential';

CREATE INDEX "account_userId_idx" on account ("userId");

CREATE TABLE "account_links" (
  "digest" text primary key,
  "purpose" text not null,
  "user_id" text references "user" ("id"),
  "email" text not null,
  "account_json" text,
  "created_at" text not null,
  "expires_at" text not null,
  "used_at" text
);

CREATE INDEX "account_links_email" on "account_links" ("email");

CREATE INDEX "account_links_user" on "account_links" ("user_id");

CREATE TABLE "account_networks" (
  "user_id" text not null references "user" ("id"),
  "mark" text not null,
  "seen_at" text not null,
  constraint "account_networks_key" primary key ("user_id", "mark")
);

CREATE TABLE app_node_bans (
  node_key text not null references nodes(key),
  name text not null,
  constraint app_node_bans_primary primary key (node_key, name)
);

CREATE TABLE app_node_claims (
  name text not null,
  node_key text not null references nodes(key),
  first_active_at text not null,
  constraint app_node_claims_primary primary key (name, node_key)
);

CREATE TABLE app_nodes (
  version_id text not null references versions(id) on delete cascade,
  name text not null,
  definition_json text not null,
  ordinal integer,
  shape text default '' not null,
  constraint app_nodes_primary primary key (version_id, name)
);

CREATE INDEX app_nodes_name on app_nodes (name);

CREATE UNIQUE INDEX app_nodes_ordinal on app_nodes (ordinal);

CREATE INDEX app_nodes_shape on app_nodes (version_id, name, shape);

CREATE TABLE changes (
  seq integer primary key,
  at text not null,
  actor text not null,
  action text not null,
  subject text not null,
  before_json text,
  after_json text,
  reason text,
  request_id text,
  node_key text,
  publisher_id text
);

CREATE INDEX changes_publisher on changes (publisher_id, seq) where publisher_id is not null;

CREATE INDEX changes_subject on changes (subject, seq);

CREATE INDEX "changes_transfers" on "changes" ("seq") where action = 'node.transferred';

CREATE TABLE daily_counts (
  day text not null,
  what text not null,
  count integer not null,
  constraint daily_counts_primary primary key (day, what)
);

CREATE TABLE daily_downloads (
  node_key text not null references nodes(key),
  day text not null,
  downloads integer not null,
  constraint daily_downloads_primary primary key (node_key, day)
);

CREATE INDEX daily_downloads_day on daily_downloads (day);

CREATE TABLE declarations (
  id integer primary key,
  listed integer not null,
  supported_os text not null,
  supported_accelerators text not null,
  supported_app_version text not null,
  nodes integer not null
);

CREATE TABLE "deviceCode" (
  id text primary key,
  "deviceCode" text not null unique,
  "userCode" text not null unique,
  "userId" text references "user"(id) on delete cascade,
  "expiresAt" date not null,
  status text not null,
  "lastPolledAt" date,
  "pollingInterval" integer,
  "clientId" text,
  scope text,
  network text,
  "passwordMark" text
);

CREATE INDEX "deviceCode_expiresAt_idx" on "deviceCode" ("expiresAt");

CREATE INDEX "deviceCode_network_idx" on "deviceCode" (network, "expiresAt");

CREATE TABLE "documents" (
  "key" text primary key,
  "node_key" text not null,
  "json" text not null,
  "revision" text not null
);

CREATE INDEX "documents_of_node" on "documents" ("node_key");

CREATE TABLE download_days (
  day text primary key,
  salt text not null,
  marks integer not null
);

CREATE TABLE download_marks (
  day text not null,
  mark text not null,
  constraint download_marks_primary primary key (day, mark)
);

CREATE TABLE "email_domains" (
  "domain" text primary key,
  "looked_at" text not null,
  "missing_since" text
);

CREATE INDEX "email_domains_looked" on "email_domains" ("looked_at");

CREATE TABLE file_lists (
  version_id text primary key references versions(id),
  files_json text not null,
  are_all integer not null
);

CREATE TABLE former_publishers (
  node_key text not null references nodes(key),
  publisher_id text not null,
  constraint former_publishers_primary primary key (node_key, publisher_id)
);

CREATE TABLE "group_members" (
  "publisher_id" text not null references "publishers" ("id"),
  "user_id" text not null references "user" ("id") on delete cascade,
  constraint "group_members_key" primary key ("publisher_id", "user_id")
);

CREATE INDEX "group_members_of_user" on "group_members" ("user_id");

CREATE TABLE idempotency_keys (
  id text primary key,
  account_id text not null,
  body_digest text not null,
  sealed_answer text,
  expires_at text not null
);

CREATE INDEX idempotency_keys_expired on idempotency_keys (expires_at);

CREATE INDEX idempotency_keys_of_account on idempotency_keys (account_id, expires_at, id);

CREATE TABLE "invitations" (
  "id" text primary key,
  "publisher_id" text not null references "publishers" ("id"),
  "email" text not null,
  "role" text not null,
  "inviter_id" text not null references "user" ("id"),
  "created_at" text not null,
  "expires_at" text not null
);

CREATE INDEX "invitations_by" on "invitations" ("inviter_id");

CREATE INDEX "invitations_expired" on "invitations" ("expires_at");

CREATE UNIQUE INDEX "invitations_of_publisher" on "invitations" ("publisher_id", "email");

CREATE INDEX "invitations_to" on "invitations" ("email", "created_at");

CREATE TABLE job_queues (
  queue text primary key,
  turn_at text not null,
  last_turn_at text not null,
  turns integer not null
);

CREATE INDEX job_queues_turn on job_queues (turn_at, turns);

CREATE TABLE jobs (
  kind text not null,
  subject text not null,
  run_at text not null,
  attempts integer default 0 not null,
  lease text,
  leased_until text,
  last_error text,
  queue text default '' not null,
  constraint jobs_primary primary key (kind, subject)
);

CREATE INDEX jobs_due on jobs (coalesce(leased_until, run_at));

CREATE INDEX jobs_of_queue on jobs (queue, coalesce(leased_until, run_at));

CREATE TABLE "lapsed_addresses" (
  "user_id" text primary key references "user" ("id") on delete cascade,
  "lapsed_at" text not null
);

CREATE TABLE "mails" (
  "id" text primary key,
  "event" text not null unique,
  "recipient" text,
  "message_json" text,
  "created_at" text not null,
  "expires_at" text not null,
  "ended_at" text,
  "failure" text
);

CREATE INDEX "mails_created" on "mails" ("created_at");

CREATE INDEX "mails_waiting" on "mails" ("recipient") where ended_at is null;

CREATE TABLE members (
  id text primary key,
  publisher_id text not null references publishers(id),
  user_id text not null references "user"(id),
  role text not null,
  created_at text not null,
  constraint members_unique unique (publisher_id, user_id)
);

CREATE INDEX members_user on members (user_id);

CREATE TABLE "node_ids" (
  "id" text primary key,
  "node_key" text not null references "nodes" ("key"),
  "folded_id" text not null
);

CREATE INDEX "node_ids_folded" on "node_ids" ("folded_id");

CREATE INDEX "node_ids_of_node" on "node_ids" ("node_key");

CREATE TABLE nodes (
  key text primary key,
  id text not null,
  publisher_id text not null references publishers(id),
  metadata_json text not null,
  moderation_json text not null,
  status text not null,
  created_at text not null,
  updated_at text not null,
  downloads integer default 0 not null,
  rating_sum integer default 0 not null,
  rating_count integer default 0 not null,
  latest_version_id text,
  ordinal integer default 0 not null,
  listed integer default 0 not null,
  listed_versions integer default 0 not null,
  listed_app_nodes integer default 0 not null,
  search_ranking integer default 0 not null,
  name text default '' not null,
  supported_os text default '' not null,
  supported_accelerators text default '' not null,
  supported_app_version text default '' not null,
  entry_revision integer default 0 not null,
  counted integer default 0 not null,
  bytes integer default 0 not null,
  status_before_ban text,
  repository text default '' not null,
  package_folder text default '' not null,
  folded_id text default '' not null
);

CREATE TRIGGER nodes_document after update of metadata_json, moderation_json, status, created_at, rating_sum, rating_count, latest_version_id on nodes when old.metadata_json is distinct from new.metadata_json or old.moderation_json is distinct from new.moderation_json or old.status is distinct from new.status or old.created_at is distinct from new.created_at or old.rating_sum is distinct from new.rating_sum or old.rating_count is distinct from new.rating_count or old.latest_version_id is distinct from new.latest_version_id begin delete from documents where key = 'node/' || new.key; end;

CREATE TRIGGER nodes_document_time after update of updated_at on nodes when old.updated_at is distinct from new.updated_at begin delete from documents where key = 'node/' || new.key; end;

CREATE TRIGGER nodes_documents after update of id, publisher_id on nodes when old.id is distinct from new.id or old.publisher_id is distinct from new.publisher_id begin delete from documents where node_key = new.key; end;

CREATE INDEX nodes_app_version on nodes (supported_app_version);

CREATE INDEX nodes_bytes on nodes (bytes);

CREATE INDEX nodes_counted on nodes (counted);

CREATE INDEX nodes_created_at on nodes (listed, created_at, key);

CREATE INDEX nodes_downloads on nodes (listed, downloads, key);

CREATE INDEX nodes_entry_revision on nodes (entry_revision);

CREATE INDEX nodes_folded_id on nodes (folded_id);

CREATE INDEX nodes_latest_version on nodes (latest_version_id);

CREATE INDEX nodes_listed on nodes (listed, ordinal, downloads, name, key);

CREATE INDEX nodes_name on nodes (listed, name, key);

CREATE UNIQUE INDEX nodes_ordinal on nodes (ordinal);

CREATE INDEX nodes_publisher on nodes (publisher_id, created_at, key);

CREATE INDEX nodes_updated_at on nodes (listed, updated_at, key);

CREATE TABLE "operator_runs" (
  "run" text primary key,
  "at" text not null,
  "faults" integer not null
);

CREATE TABLE "passkeys" (
  "id" text primary key,
  "user_id" text not null references "user" ("id") on delete cascade,
  "credential_id" text not null unique,
  "public_key" text not null,
  "counter" integer not null,
  "name" text not null,
  "created_at" text not null,
  "last_used_at" text
);

CREATE INDEX "passkeys_of_user" on "passkeys" ("user_id");

CREATE TABLE "password_checks" (
  "user_id" text primary key references "user" ("id") on delete cascade,
  "password_mark" text not null,
  "checked_at" text not null
);

CREATE TABLE places (
  list text primary key,
  last integer not null,
  listed integer not null,
  page_max integer default 1000 not null
);

CREATE TABLE preempted_names (
  name text not null,
  node_key text not null references nodes(key),
  constraint preempted_names_primary primary key (name, node_key)
);

CREATE INDEX preempted_names_node on preempted_names (node_key);

CREATE TABLE "proposals" (
  "id" text primary key,
  "moderation" text not null,
  "params_json" text not null,
  "body_json" text not null,
  "aim" text not null,
  "subject" text not null unique,
  "about" text not null,
  "reason" text not null,
  "proposer_id" text not null references "user" ("id"),
  "created_at" text not null,
  "expires_at" text not null
);

CREATE TABLE publishers (
  id text primary key,
  profile_json text not null,
  status text not null,
  created_at text not null,
  deleted_at text,
  folded_id text default '' not null,
  approved_at text
);

CREATE TRIGGER publishers_documents after update of profile_json, status, created_at on publishers when old.profile_json is distinct from new.profile_json or old.status is distinct from new.status or old.created_at is distinct from new.created_at begin delete from documents where key in (select 'node/' || key from nodes where publisher_id = new.id); end;

CREATE INDEX publishers_folded_id on publishers (folded_id);

CREATE INDEX publishers_newest on publishers (created_at, id);

CREATE TABLE quotas (
  subject_kind text not null,
  subject_id text not null,
  name text not null,
  max integer,
  used integer not null,
  constraint quotas_primary primary key (subject_kind, subject_id, name)
);

CREATE TABLE readmes (
  version_id text primary key references versions(id) on delete cascade,
  readme_json text not null,
  bytes integer not null
);

CREATE TABLE "recovery_codes" (
  "user_id" text not null references "user" ("id") on delete cascade,
  "digest" text not null,
  constraint "recovery_codes_primary" primary key ("user_id", "digest")
);

CREATE TABLE "renamed_nodes" (
  "node_key" text primary key references "nodes" ("key"),
  "former_ids_json" text not null
);

CREATE TABLE "replicas" (
  "resource" text not null,
  "id" text not null,
  "source" text not null,
  "upstream" text,
  "status" text not null,
  "digest" text not null,
  "source_updated_at" text,
  "round" integer not null,
  constraint "replicas_key" primary key ("resource", "id")
);

CREATE INDEX "replicas_of_round" on "replicas" ("source", "resource", "round", "id");

CREATE TABLE "replicated_versions" (
  "version_id" text primary key references "versions" ("id"),
  "source" text not null,
  "status" text not null,
  "url" text,
  "fetched_at" text,
  "look_at" text not null,
  "failure" text
);

CREATE INDEX "replicated_versions_missing" on "replicated_versions" ("look_at", "version_id") where fetched_at is null;

CREATE TABLE "reports" (
  "id" text primary key,
  "node_key" text not null references "nodes" ("key"),
  "version" text,
  "user_id" text not null references "user" ("id"),
  "reason" text not null,
  "text" text not null,
  "status" text not null,
  "answer" text,
  "created_at" text not null,
  "answered_at" text
);

CREATE INDEX "reports_by_status" on "reports" ("status", "created_at", "id");

CREATE INDEX "reports_of_user" on "reports" ("user_id", "created_at", "id");

CREATE TABLE reviews (
  node_key text not null references nodes(key),
  user_id text not null references "user"(id),
  star integer not null,
  created_at text not null,
  constraint reviews_primary primary key (node_key, user_id)
);

CREATE TABLE rule_counts (
  ruleset text not null,
  rule text not null,
  versions integer not null,
  held integer not null,
  latest_version_id text not null,
  constraint rule_counts_primary primary key (ruleset, rule)
);

CREATE VIRTUAL TABLE search_index using fts5(
  search_text,
  app_node_names,
      content = 'search_texts',
  content_rowid = 'place',
  tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE search_texts (
  ordinal integer primary key,
  search_text text not null,
  app_node_names text not null,
  place integer default 0 not null
);

CREATE TRIGGER search_texts_delete after delete on search_texts begin 
    insert into search_index (search_index, rowid, search_text, app_node_names)
    values ('delete', old.place, old.search_text, old.app_node_names); end;

CREATE TRIGGER search_texts_insert after insert on search_texts begin 
    insert into search_index (rowid, search_text, app_node_names)
    values (new.place, new.search_text, new.app_node_names); end;

CREATE TRIGGER search_texts_update after update on search_texts begin 
    insert into search_index (search_index, rowid, search_text, app_node_names)
    values ('delete', old.place, old.search_text, old.app_node_names); 
    insert into search_index (rowid, search_text, app_node_names)
    values (new.place, new.search_text, new.app_node_names); end;

CREATE INDEX search_texts_place on search_texts (place, ordinal);

CREATE TABLE session (
  id text primary key,
  "expiresAt" date not null,
  token text not null unique,
  "createdAt" date not null,
  "updatedAt" date not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references "user"(id) on delete cascade,
  "impersonatedBy" text
);

CREATE INDEX "session_userId_idx" on session ("userId");

CREATE TABLE "session_facts" (
  "session_id" text primary key references "session" ("id") on delete cascade,
  "signed_in_at" text not null,
  "last_used_at" text not null,
  "factor_id" text,
  "device" text,
  "sealed_network" text
);

CREATE TABLE "sign_in_flows" (
  "id" text primary key,
  "purpose" text not null,
  "user_id" text references "user" ("id") on delete cascade,
  "user_code" text,
  "network" text not null,
  "expires_at" text not null
);

CREATE INDEX "sign_in_flows_expiry" on "sign_in_flows" ("expires_at");

CREATE INDEX "sign_in_flows_of_network" on "sign_in_flows" ("network", "expires_at");

CREATE TABLE "sign_ins" (
  "user_id" text not null references "user" ("id"),
  "event" text not null,
  "hour" text not null,
  "network" text not null,
  "at" text not null,
  "count" integer not null,
  constraint "sign_ins_key" primary key ("user_id", "event", "hour", "network")
);

CREATE INDEX "sign_ins_expired" on "sign_ins" ("at");

CREATE INDEX "sign_ins_newest" on "sign_ins" ("user_id", "event", "at");

CREATE TABLE "sources" (
  "source" text primary key,
  "position_json" text not null,
  "synced_at" text,
  "asked_at" text,
  "failure" text
);

CREATE TABLE tokens (
  id text primary key,
  publisher_id text not null references publishers(id),
  sha256 text not null unique,
  masked text not null,
  request_json text not null,
  created_at text not null,
  expires_at text,
  last_used_at text,
  revoked_at text,
  maker_id text
);

CREATE INDEX tokens_maker on tokens (maker_id);

CREATE INDEX tokens_publisher on tokens (publisher_id, id);

CREATE TABLE "totp_factors" (
  "id" text primary key,
  "user_id" text not null unique references "user" ("id") on delete cascade,
  "sealed_secret" text not null,
  "created_at" text not null,
  "confirmed_at" text,
  "last_step" integer
);

CREATE TABLE "trusted_publishers" (
  "id" text primary key,
  "publisher_id" text not null references "publishers" ("id"),
  "node_key" text,
  "maker_id" text not null references "user" ("id"),
  "issuer" text not null,
  "terms_json" text not null,
  "created_at" text not null,
  "last_used_at" text
);

CREATE INDEX "trusted_publishers_of_publisher" on "trusted_publishers" ("publisher_id");

CREATE TABLE "trusted_tokens" (
  "identity" text primary key,
  "token_id" text not null references "tokens" ("id"),
  "publisher_id" text not null,
  "trusted_publisher_id" text not null,
  "forget_at" text not null
);

CREATE INDEX "trusted_tokens_forgotten" on "trusted_tokens" ("forget_at");

CREATE INDEX "trusted_tokens_of_publisher" on "trusted_tokens" ("publisher_id");

CREATE TABLE "used_challenges" (
  "digest" text primary key,
  "expires_at" text not null
);

CREATE TABLE "user" (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" integer not null,
  image text,
  "createdAt" date not null,
  "updatedAt" date not null,
  role text,
  banned integer,
  "banReason" text,
  "banExpires" date
);

CREATE TABLE verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" date not null,
  "createdAt" date not null,
  "updatedAt" date not null
);

CREATE INDEX verification_identifier_idx on verification (identifier);

CREATE TABLE versions (
  id text primary key,
  node_key text not null references nodes(key),
  version text not null,
  sort_key text not null,
  prerelease integer not null,
  metadata_json text not null,
  tags_admin_json text not null,
  deprecated integer not null,
  status text not null,
  status_reason text,
  extract_status text not null,
  created_at text not null,
  upload_deadline text not null,
  package_sha256 text,
  package_bytes integer,
  stored_at text,
  verdict_json text,
  extraction_json text,
  ordinal integer,
  upload_token_id text,
  deleted_at text,
  duplicate integer default 0 not null,
  definition_bytes integer default 0 not null,
  found_json text default '{}' not null,
  constraint versions_unique unique (node_key, version)
);

CREATE TRIGGER versions_documents after update of version, metadata_json, deprecated, status, status_reason, tags_admin_json, extract_status, created_at, found_json, package_sha256, package_bytes on versions when old.version is distinct from new.version or old.metadata_json is distinct from new.metadata_json or old.deprecated is distinct from new.deprecated or old.status is distinct from new.status or old.status_reason is distinct from new.status_reason or old.tags_admin_json is distinct from new.tags_admin_json or old.extract_status is distinct from new.extract_status or old.created_at is distinct from new.created_at or old.found_json is distinct from new.found_json or old.package_sha256 is distinct from new.package_sha256 or old.package_bytes is distinct from new.package_bytes begin delete from documents where key in ('node/' || new.node_key, 'version/' || new.node_key || '@' || new.sort_key); end;

CREATE INDEX "versions_awaited" on "versions" ("upload_deadline") where stored_at is null;

CREATE INDEX versions_latest on versions (node_key, status, deprecated, prerelease, sort_key);

CREATE UNIQUE INDEX versions_number on versions (node_key, sort_key, duplicate);

CREATE UNIQUE INDEX versions_ordinal on versions (ordinal);

CREATE INDEX versions_status on versions (status, id);

CREATE INDEX versions_taken on versions (node_key, package_bytes, definition_bytes, status);

CREATE TABLE "webhook_deliveries" (
  "id" text primary key,
  "webhook_id" text not null references "webhooks" ("id"),
  "seq" integer,
  "event" text not null,
  "lane" text not null,
  "status" text not null,
  "attempts" integer not null,
  "due_at" text not null,
  "expires_at" text not null,
  "created_at" text not null,
  "attempted_at" text,
  "duration_ms" integer,
  "response_status" integer,
  "response_excerpt" text,
  "error" text
);

CREATE UNIQUE INDEX "webhook_deliveries_of_change" on "webhook_deliveries" ("webhook_id", "seq");

CREATE INDEX "webhook_deliveries_waiting" on "webhook_deliveries" ("webhook_id", "seq") where status = 'waiting';

CREATE TABLE "webhooks" (
  "id" text primary key,
  "publisher_id" text references "publishers" ("id"),
  "maker_id" text not null references "user" ("id"),
  "url" text not null,
  "description" text,
  "events_json" text,
  "sealed_secret" text not null,
  "sealed_previous" text,
  "previous_until" text,
  "enabled" integer not null,
  "disabled_reason" text,
  "failing_since" text,
  "failures" integer not null,
  "seq" integer not null,
  "created_at" text not null
);

CREATE INDEX "webhooks_of_publisher" on "webhooks" ("publisher_id");
