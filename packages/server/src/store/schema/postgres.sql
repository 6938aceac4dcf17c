create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.nodes_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin delete from documents where key = 'node/' || new.key; return null; end $function$;

CREATE OR REPLACE FUNCTION public.nodes_document_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin delete from documents where key = 'node/' || new.key; return null; end $function$;

CREATE OR REPLACE FUNCTION public.nodes_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin delete from documents where node_key = new.key; return null; end $function$;

CREATE OR REPLACE FUNCTION public.publishers_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin delete from documents where key in (select 'node/' || key from nodes where publisher_id = new.id); return null; end $function$;

CREATE OR REPLACE FUNCTION public.versions_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin delete from documents where key in ('node/' || new.node_key, 'version/' || new.node_key || '@' || new.sort_key); return null; end $function$;

create table account (
  id text not null,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamp with time zone,
  "refreshTokenExpiresAt" timestamp with time zone,
  scope text,
  password text,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);

CREATE INDEX "account_userId_idx" ON public.account USING btree ("userId");

CREATE UNIQUE INDEX account_identities ON public.account USING btree ("providerId", "accountId") WHERE ("providerId" <> 'credential'::text);

create table account_links (
  digest text collate "C" not null,
  purpose text not null,
  user_id text,
  email text collate "C" not null,
  account_json text,
  created_at text collate "C" not null,
  expires_at text collate "C" not null,
  used_at text collate "C",
  PRIMARY KEY (digest),
  FOREIGN KEY (user_id) REFERENCES "user"(id)
);

CREATE INDEX account_links_email ON public.account_links USING btree (email);

CREATE INDEX account_links_user ON public.account_links USING btree (user_id);

create table account_networks (
  user_id text not null,
  mark text collate "C" not null,
  seen_at text collate "C" not null,
  PRIMARY KEY (user_id, mark),
  FOREIGN KEY (user_id) REFERENCES "user"(id)
);

create table app_node_bans (
  node_key text collate "C" not null,
  name text collate "C" not null,
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (node_key, name)
);

create table app_node_claims (
  name text collate "C" not null,
  node_key text collate "C" not null,
  first_active_at text collate "C" not null,
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (name, node_key)
);

create table app_nodes (
  version_id text collate "C" not null,
  name text collate "C" not null,
  definition_json text not null,
  ordinal bigint,
  shape text not null default ''::text,
  PRIMARY KEY (version_id, name),
  FOREIGN KEY (version_id) REFERENCES versions(id) ON DELETE CASCADE
);

CREATE INDEX app_nodes_name ON public.app_nodes USING btree (name);

CREATE UNIQUE INDEX app_nodes_ordinal ON public.app_nodes USING btree (ordinal);

CREATE INDEX app_nodes_shape ON public.app_nodes USING btree (version_id, name, shape);

create table changes (
  seq bigint not null,
  at text collate "C" not null,
  actor text not null,
  action text not null,
  subject text collate "C" not null,
  before_json text,
  after_json text,
  reason text,
  request_id text,
  node_key text,
  publisher_id text collate "C",
  PRIMARY KEY (seq)
);

CREATE INDEX changes_publisher ON public.changes USING btree (publisher_id, seq) WHERE (publisher_id IS NOT NULL);

CREATE INDEX changes_subject ON public.changes USING btree (subject, seq);

CREATE INDEX changes_transfers ON public.changes USING btree (seq) WHERE (action = 'node.transferred'::text);

create table daily_counts (
  day text collate "C" not null,
  what text collate "C" not null,
  count bigint not null,
  PRIMARY KEY (day, what)
);

create table daily_downloads (
  node_key text collate "C" not null,
  day text collate "C" not null,
  downloads bigint not null,
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (node_key, day)
);

CREATE INDEX daily_downloads_day ON public.daily_downloads USING btree (day);

create table declarations (
  id bigint not null,
  listed bigint not null,
  supported_os text not null,
  supported_accelerators text not null,
  supported_app_version text collate "C" not null,
  nodes bigint not null,
  PRIMARY KEY (id)
);

create table "deviceCode" (
  id text not null,
  "deviceCode" text not null,
  "userCode" text not null,
  "userId" text,
  "expiresAt" timestamp with time zone not null,
  status text not null,
  "lastPolledAt" timestamp with time zone,
  "pollingInterval" bigint,
  "clientId" text,
  scope text,
  network text,
  "passwordMark" text,
  UNIQUE ("deviceCode"),
  PRIMARY KEY (id),
  UNIQUE ("userCode"),
  FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);

CREATE INDEX "deviceCode_expiresAt_idx" ON public."deviceCode" USING btree ("expiresAt");

CREATE INDEX "deviceCode_network_idx" ON public."deviceCode" USING btree (network, "expiresAt");

create table documents (
  key text collate "C" not null,
  node_key text collate "C" not null,
  json text not null,
  revision text not null,
  PRIMARY KEY (key)
);

CREATE INDEX documents_of_node ON public.documents USING btree (node_key);

create table download_days (
  day text collate "C" not null,
  salt text not null,
  marks bigint not null,
  PRIMARY KEY (day)
);

create table download_marks (
  day text collate "C" not null,
  mark text collate "C" not null,
  PRIMARY KEY (day, mark)
);

create table email_domains (
  domain text collate "C" not null,
  looked_at text collate "C" not null,
  missing_since text collate "C",
  PRIMARY KEY (domain)
);

CREATE INDEX email_domains_looked ON public.email_domains USING btree (looked_at);

create table file_lists (
  version_id text collate "C" not null,
  files_json text not null,
  are_all bigint not null,
  PRIMARY KEY (version_id),
  FOREIGN KEY (version_id) REFERENCES versions(id)
);

create table former_publishers (
  node_key text collate "C" not null,
  publisher_id text collate "C" not null,
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (node_key, publisher_id)
);

create table group_members (
  publisher_id text collate "C" not null,
  user_id text not null,
  PRIMARY KEY (publisher_id, user_id),
  FOREIGN KEY (publisher_id) REFERENCES publishers(id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

CREATE INDEX group_members_of_user ON public.group_members USING btree (user_id);

create table idempotency_keys (
  id text collate "C" not null,
  account_id text collate "C" not null,
  body_digest text not null,
  sealed_answer text,
  expires_at text collate "C" not null,
  PRIMARY KEY (id)
);

CREATE INDEX idempotency_keys_expired ON public.idempotency_keys USING btree (expires_at);

CREATE INDEX idempotency_keys_of_account ON public.idempotency_keys USING btree (account_id, expires_at, id);

create table invitations (
  id text collate "C" not null,
  publisher_id text collate "C" not null,
  email text collate "C" not null,
  role text not null,
  inviter_id text not null,
  created_at text collate "C" not null,
  expires_at text collate "C" not null,
  FOREIGN KEY (inviter_id) REFERENCES "user"(id),
  PRIMARY KEY (id),
  FOREIGN KEY (publisher_id) REFERENCES publishers(id)
);

CREATE INDEX invitations_by ON public.invitations USING btree (inviter_id);

CREATE INDEX invitations_expired ON public.invitations USING btree (expires_at);

CREATE UNIQUE INDEX invitations_of_publisher ON public.invitations USING btree (publisher_id, email);

CREATE INDEX invitations_to ON public.invitations USING btree (email, created_at);

create table job_queues (
  queue text collate "C" not null,
  turn_at text collate "C" not null,
  last_turn_at text collate "C" not null,
  turns bigint not null,
  PRIMARY KEY (queue)
);

CREATE INDEX job_queues_turn ON public.job_queues USING btree (turn_at, turns);

create table jobs (
  kind text collate "C" not null,
  subject text collate "C" not null,
  run_at text collate "C" not null,
  attempts bigint not null default 0,
  lease text,
  leased_until text collate "C",
  last_error text,
  queue text collate "C" not null default ''::text,
  PRIMARY KEY (kind, subject)
);

CREATE INDEX jobs_due ON public.jobs USING btree (COALESCE(leased_until, run_at));

CREATE INDEX jobs_of_queue ON public.jobs USING btree (queue, COALESCE(leased_until, run_at));

create table lapsed_addresses (
  user_id text not null,
  lapsed_at text collate "C" not null,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

create table mails (
  id text collate "C" not null,
  event text collate "C" not null,
  recipient text collate "C",
  message_json text,
  created_at text collate "C" not null,
  expires_at text collate "C" not null,
  ended_at text collate "C",
  failure text,
  UNIQUE (event),
  PRIMARY KEY (id)
);

CREATE INDEX mails_created ON public.mails USING btree (created_at);

CREATE INDEX mails_waiting ON public.mails USING btree (recipient) WHERE (ended_at IS NULL);

create table members (
  id text not null,
  publisher_id text collate "C" not null,
  user_id text not null,
  role text not null,
  created_at text collate "C" not null,
  PRIMARY KEY (id),
  FOREIGN KEY (publisher_id) REFERENCES publishers(id),
  UNIQUE (publisher_id, user_id),
  FOREIGN KEY (user_id) REFERENCES "user"(id)
);

CREATE INDEX members_user ON public.members USING btree (user_id);

create table node_ids (
  id text collate "C" not null,
  node_key text collate "C" not null,
  folded_id text collate "C" not null,
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (id)
);

CREATE INDEX node_ids_folded ON public.node_ids USING btree (folded_id);

CREATE INDEX node_ids_of_node ON public.node_ids USING btree (node_key);

create table nodes (
  key text collate "C" not null,
  id text not null,
  publisher_id text collate "C" not null,
  metadata_json text not null,
  moderation_json text not null,
  status text not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  downloads bigint not null default 0,
  rating_sum bigint not null default 0,
  rating_count bigint not null default 0,
  latest_version_id text collate "C",
  ordinal bigint not null default 0,
  listed bigint not null default 0,
  listed_versions bigint not null default 0,
  listed_app_nodes bigint not null default 0,
  search_ranking bigint not null default 0,
  name text collate "C" not null default ''::text,
  supported_os text collate "C" not null default ''::text,
  supported_accelerators text collate "C" not null default ''::text,
  supported_app_version text collate "C" not null default ''::text,
  entry_revision bigint not null default 0,
  counted bigint not null default 0,
  bytes bigint not null default 0,
  status_before_ban text,
  repository text not null default ''::text,
  package_folder text not null default ''::text,
  folded_id text collate "C" not null default ''::text,
  PRIMARY KEY (key),
  FOREIGN KEY (publisher_id) REFERENCES publishers(id)
);

CREATE INDEX nodes_app_version ON public.nodes USING btree (supported_app_version);

CREATE INDEX nodes_bytes ON public.nodes USING btree (bytes);

CREATE INDEX nodes_counted ON public.nodes USING btree (counted);

CREATE INDEX nodes_created_at ON public.nodes USING btree (listed, created_at, key);

CREATE INDEX nodes_downloads ON public.nodes USING btree (listed, downloads, key);

CREATE INDEX nodes_entry_revision ON public.nodes USING btree (entry_revision);

CREATE INDEX nodes_folded_id ON public.nodes USING btree (folded_id);

CREATE INDEX nodes_latest_version ON public.nodes USING btree (latest_version_id);

CREATE INDEX nodes_listed ON public.nodes USING btree (listed, ordinal, downloads, name, key);

CREATE INDEX nodes_name ON public.nodes USING btree (listed, name, key);

CREATE UNIQUE INDEX nodes_ordinal ON public.nodes USING btree (ordinal);

CREATE INDEX nodes_publisher ON public.nodes USING btree (publisher_id, created_at, key);

CREATE INDEX nodes_updated_at ON public.nodes USING btree (listed, updated_at, key);

CREATE TRIGGER nodes_document AFTER UPDATE OF metadata_json, moderation_json, status, created_at, rating_sum, rating_count, latest_version_id ON public.nodes FOR EACH ROW WHEN (((old.metadata_json IS DISTINCT FROM new.metadata_json) OR (old.moderation_json IS DISTINCT FROM new.moderation_json) OR (old.status IS DISTINCT FROM new.status) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.rating_sum IS DISTINCT FROM new.rating_sum) OR (old.rating_count IS DISTINCT FROM new.rating_count) OR (old.latest_version_id IS DISTINCT FROM new.latest_version_id))) EXECUTE FUNCTION nodes_document();

CREATE TRIGGER nodes_document_time AFTER UPDATE OF updated_at ON public.nodes FOR EACH ROW WHEN ((old.updated_at IS DISTINCT FROM new.updated_at)) EXECUTE FUNCTION nodes_document_time();

CREATE TRIGGER nodes_documents AFTER UPDATE OF id, publisher_id ON public.nodes FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.publisher_id IS DISTINCT FROM new.publisher_id))) EXECUTE FUNCTION nodes_documents();

create table operator_runs (
  run text not null,
  at text not null,
  faults integer not null,
  PRIMARY KEY (run)
);

create table passkeys (
  id text not null,
  user_id text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  name text not null,
  created_at text not null,
  last_used_at text,
  UNIQUE (credential_id),
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id);

create table password_checks (
  user_id text not null,
  password_mark text not null,
  checked_at text collate "C" not null,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

create table places (
  list text collate "C" not null,
  last bigint not null,
  listed bigint not null,
  page_max bigint not null default 1000,
  PRIMARY KEY (list)
);

create table preempted_names (
  name text collate "C" not null,
  node_key text collate "C" not null,
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (name, node_key)
);

CREATE INDEX preempted_names_node ON public.preempted_names USING btree (node_key);

create table proposals (
  id text collate "C" not null,
  moderation text not null,
  params_json text not null,
  body_json text not null,
  aim text not null,
  subject text not null,
  about text not null,
  reason text not null,
  proposer_id text not null,
  created_at text collate "C" not null,
  expires_at text collate "C" not null,
  PRIMARY KEY (id),
  FOREIGN KEY (proposer_id) REFERENCES "user"(id),
  UNIQUE (subject)
);

create table publishers (
  id text collate "C" not null,
  profile_json text not null,
  status text not null,
  created_at text collate "C" not null,
  deleted_at text collate "C",
  folded_id text collate "C" not null default ''::text,
  approved_at text collate "C",
  PRIMARY KEY (id)
);

CREATE INDEX publishers_folded_id ON public.publishers USING btree (folded_id);

CREATE INDEX publishers_newest ON public.publishers USING btree (created_at, id);

CREATE TRIGGER publishers_documents AFTER UPDATE OF profile_json, status, created_at ON public.publishers FOR EACH ROW WHEN (((old.profile_json IS DISTINCT FROM new.profile_json) OR (old.status IS DISTINCT FROM new.status) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION publishers_documents();

create table quotas (
  subject_kind text collate "C" not null,
  subject_id text collate "C" not null,
  name text collate "C" not null,
  max bigint,
  used bigint not null,
  PRIMARY KEY (subject_kind, subject_id, name)
);

create table rate_buckets (
  key text not null,
  full_at bigint not null,
  drawn bigint not null,
  PRIMARY KEY (key)
);

CREATE INDEX rate_buckets_full_at ON public.rate_buckets USING btree (full_at);

create table readmes (
  version_id text collate "C" not null,
  readme_json text not null,
  bytes bigint not null,
  PRIMARY KEY (version_id),
  FOREIGN KEY (version_id) REFERENCES versions(id) ON DELETE CASCADE
);

create table recovery_codes (
  user_id text not null,
  digest text not null,
  PRIMARY KEY (user_id, digest),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

create table renamed_nodes (
  node_key text collate "C" not null,
  former_ids_json text not null,
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (node_key)
);

create table replicas (
  resource text collate "C" not null,
  id text collate "C" not null,
  source text collate "C" not null,
  upstream text,
  status text not null,
  digest text not null,
  source_updated_at text collate "C",
  round integer not null,
  PRIMARY KEY (resource, id)
);

CREATE INDEX replicas_of_round ON public.replicas USING btree (source, resource, round, id);

create table replicated_versions (
  version_id text collate "C" not null,
  source text collate "C" not null,
  status text not null,
  url text,
  fetched_at text collate "C",
  look_at text collate "C" not null,
  failure text,
  PRIMARY KEY (version_id),
  FOREIGN KEY (version_id) REFERENCES versions(id)
);

CREATE INDEX replicated_versions_missing ON public.replicated_versions USING btree (look_at, version_id) WHERE (fetched_at IS NULL);

create table reports (
  id text collate "C" not null,
  node_key text collate "C" not null,
  version text,
  user_id text not null,
  reason text not null,
  text text not null,
  status text collate "C" not null,
  answer text,
  created_at text collate "C" not null,
  answered_at text collate "C",
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id)
);

CREATE INDEX reports_by_status ON public.reports USING btree (status, created_at, id);

CREATE INDEX reports_of_user ON public.reports USING btree (user_id, created_at, id);

create table reviews (
  node_key text collate "C" not null,
  user_id text not null,
  star bigint not null,
  created_at text collate "C" not null,
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (node_key, user_id),
  FOREIGN KEY (user_id) REFERENCES "user"(id)
);

create table rule_counts (
  ruleset text collate "C" not null,
  rule text collate "C" not null,
  versions bigint not null,
  held bigint not null,
  latest_version_id text not null,
  PRIMARY KEY (ruleset, rule)
);

create table search_texts (
  ordinal bigint not null,
  search_text text not null,
  app_node_names text not null,
  place bigint not null default 0,
  PRIMARY KEY (ordinal)
);

CREATE INDEX search_texts_place ON public.search_texts USING btree (place, ordinal);

CREATE INDEX search_texts_trigrams ON public.search_texts USING gin (search_text gin_trgm_ops, app_node_names gin_trgm_ops);

create table session (
  id text not null,
  "expiresAt" timestamp with time zone not null,
  token text not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null,
  "impersonatedBy" text,
  PRIMARY KEY (id),
  UNIQUE (token),
  FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);

CREATE INDEX "session_userId_idx" ON public.session USING btree ("userId");

create table session_facts (
  session_id text not null,
  signed_in_at text not null,
  last_used_at text not null,
  factor_id text,
  device text,
  sealed_network text,
  PRIMARY KEY (session_id),
  FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);

create table sign_in_flows (
  id text collate "C" not null,
  purpose text not null,
  user_id text,
  user_code text,
  network text collate "C" not null,
  expires_at text collate "C" not null,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

CREATE INDEX sign_in_flows_expiry ON public.sign_in_flows USING btree (expires_at);

CREATE INDEX sign_in_flows_of_network ON public.sign_in_flows USING btree (network, expires_at);

create table sign_ins (
  user_id text not null,
  event text collate "C" not null,
  hour text collate "C" not null,
  network text collate "C" not null,
  at text collate "C" not null,
  count integer not null,
  PRIMARY KEY (user_id, event, hour, network),
  FOREIGN KEY (user_id) REFERENCES "user"(id)
);

CREATE INDEX sign_ins_expired ON public.sign_ins USING btree (at);

CREATE INDEX sign_ins_newest ON public.sign_ins USING btree (user_id, event, at);

create table sources (
  source text collate "C" not null,
  position_json text not null,
  synced_at text collate "C",
  asked_at text collate "C",
  failure text,
  PRIMARY KEY (source)
);

create table tokens (
  id text collate "C" not null,
  publisher_id text collate "C" not null,
  sha256 text not null,
  masked text not null,
  request_json text not null,
  created_at text collate "C" not null,
  expires_at text collate "C",
  last_used_at text collate "C",
  revoked_at text collate "C",
  maker_id text,
  PRIMARY KEY (id),
  FOREIGN KEY (publisher_id) REFERENCES publishers(id),
  UNIQUE (sha256)
);

CREATE INDEX tokens_maker ON public.tokens USING btree (maker_id);

CREATE INDEX tokens_publisher ON public.tokens USING btree (publisher_id, id);

create table totp_factors (
  id text not null,
  user_id text not null,
  sealed_secret text not null,
  created_at text not null,
  confirmed_at text,
  last_step bigint,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE,
  UNIQUE (user_id)
);

create table trusted_publishers (
  id text collate "C" not null,
  publisher_id text collate "C" not null,
  node_key text collate "C",
  maker_id text not null,
  issuer text not null,
  terms_json text not null,
  created_at text collate "C" not null,
  last_used_at text collate "C",
  FOREIGN KEY (maker_id) REFERENCES "user"(id),
  PRIMARY KEY (id),
  FOREIGN KEY (publisher_id) REFERENCES publishers(id)
);

CREATE INDEX trusted_publishers_of_publisher ON public.trusted_publishers USING btree (publisher_id);

create table trusted_tokens (
  identity text collate "C" not null,
  token_id text collate "C" not null,
  publisher_id text collate "C" not null,
  trusted_publisher_id text collate "C" not null,
  forget_at text collate "C" not null,
  PRIMARY KEY (identity),
  FOREIGN KEY (token_id) REFERENCES tokens(id)
);

CREATE INDEX trusted_tokens_forgotten ON public.trusted_tokens USING btree (forget_at);

CREATE INDEX trusted_tokens_of_publisher ON public.trusted_tokens USING btree (publisher_id);

create table used_challenges (
  digest text not null,
  expires_at text collate "C" not null,
  PRIMARY KEY (digest)
);

create table "user" (
  id text not null,
  name text not null,
  email text not null,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  role text,
  banned boolean,
  "banReason" text,
  "banExpires" timestamp with time zone,
  UNIQUE (email),
  PRIMARY KEY (id)
);

create table verification (
  id text not null,
  identifier text not null,
  value text not null,
  "expiresAt" timestamp with time zone not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  PRIMARY KEY (id)
);

CREATE INDEX verification_identifier_idx ON public.verification USING btree (identifier);

create table versions (
  id text collate "C" not null,
  node_key text collate "C" not null,
  version text collate "C" not null,
  sort_key text collate "C" not null,
  prerelease bigint not null,
  metadata_json text not null,
  tags_admin_json text not null,
  deprecated bigint not null,
  status text not null,
  status_reason text,
  extract_status text not null,
  created_at text collate "C" not null,
  upload_deadline text collate "C" not null,
  package_sha256 text,
  package_bytes bigint,
  stored_at text collate "C",
  verdict_json text,
  extraction_json text,
  ordinal bigint,
  upload_token_id text,
  deleted_at text,
  duplicate bigint not null default 0,
  definition_bytes bigint not null default 0,
  found_json text not null default '{}'::text,
  FOREIGN KEY (node_key) REFERENCES nodes(key),
  PRIMARY KEY (id),
  UNIQUE (node_key, version)
);

CREATE INDEX versions_awaited ON public.versions USING btree (upload_deadline) WHERE (stored_at IS NULL);

CREATE INDEX versions_latest ON public.versions USING btree (node_key, status, deprecated, prerelease, sort_key);

CREATE UNIQUE INDEX versions_number ON public.versions USING btree (node_key, sort_key, duplicate);

CREATE UNIQUE INDEX versions_ordinal ON public.versions USING btree (ordinal);

CREATE INDEX versions_status ON public.versions USING btree (status, id);

CREATE INDEX versions_taken ON public.versions USING btree (node_key, package_bytes, definition_bytes, status);

CREATE TRIGGER versions_documents AFTER UPDATE OF version, metadata_json, deprecated, status, status_reason, tags_admin_json, extract_status, created_at, found_json, package_sha256, package_bytes ON public.versions FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.metadata_json IS DISTINCT FROM new.metadata_json) OR (old.deprecated IS DISTINCT FROM new.deprecated) OR (old.status IS DISTINCT FROM new.status) OR (old.status_reason IS DISTINCT FROM new.status_reason) OR (old.tags_admin_json IS DISTINCT FROM new.tags_admin_json) OR (old.extract_status IS DISTINCT FROM new.extract_status) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.found_json IS DISTINCT FROM new.found_json) OR (old.package_sha256 IS DISTINCT FROM new.package_sha256) OR (old.package_bytes IS DISTINCT FROM new.package_bytes))) EXECUTE FUNCTION versions_documents();

create table webhook_deliveries (
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  seq bigint,
  event text not null,
  lane text collate "C" not null,
  status text not null,
  attempts bigint not null,
  due_at text collate "C" not null,
  expires_at text collate "C" not null,
  created_at text collate "C" not null,
  attempted_at text collate "C",
  duration_ms bigint,
  response_status bigint,
  response_excerpt text,
  error text,
  PRIMARY KEY (id),
  FOREIGN KEY (webhook_id) REFERENCES webhooks(id)
);

CREATE UNIQUE INDEX webhook_deliveries_of_change ON public.webhook_deliveries USING btree (webhook_id, seq);

CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (webhook_id, seq) WHERE (status = 'waiting'::text);

create table webhooks (
  id text collate "C" not null,
  publisher_id text collate "C",
  maker_id text not null,
  url text not null,
  description text,
  events_json text,
  sealed_secret text not null,
  sealed_previous text,
  previous_until text collate "C",
  enabled bigint not null,
  disabled_reason text,
  failing_since text collate "C",
  failures bigint not null,
  seq bigint not null,
  created_at text collate "C" not null,
  FOREIGN KEY (maker_id) REFERENCES "user"(id),
  PRIMARY KEY (id),
  FOREIGN KEY (publisher_id) REFERENCES publishers(id)
);

CREATE INDEX webhooks_of_publisher ON public.webhooks USING btree (publisher_id);
