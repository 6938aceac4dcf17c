import type { Tables } from './tables.ts';

/** A column whose values, unless null, are in a column of another table. */
export interface Reference {
  from: readonly [table: keyof Tables, column: string];
  to: readonly [table: keyof Tables, column: string];
}

type ColumnOf<Name extends keyof Tables> = Name extends keyof Tables
  ? readonly [Name, keyof Tables[Name] & string]
  : never;

/** Every reference between tables, whether the database enforces it or not. */
export const references = [
  { from: ['session', 'userId'], to: ['user', 'id'] },
  { from: ['session_facts', 'session_id'], to: ['session', 'id'] },
  { from: ['totp_factors', 'user_id'], to: ['user', 'id'] },
  { from: ['passkeys', 'user_id'], to: ['user', 'id'] },
  { from: ['recovery_codes', 'user_id'], to: ['user', 'id'] },
  { from: ['account', 'userId'], to: ['user', 'id'] },
  { from: ['deviceCode', 'userId'], to: ['user', 'id'] },
  { from: ['account_links', 'user_id'], to: ['user', 'id'] },
  { from: ['account_networks', 'user_id'], to: ['user', 'id'] },
  { from: ['password_checks', 'user_id'], to: ['user', 'id'] },
  { from: ['lapsed_addresses', 'user_id'], to: ['user', 'id'] },
  { from: ['sign_in_flows', 'user_id'], to: ['user', 'id'] },
  { from: ['members', 'publisher_id'], to: ['publishers', 'id'] },
  { from: ['members', 'user_id'], to: ['user', 'id'] },
  { from: ['group_members', 'publisher_id'], to: ['publishers', 'id'] },
  { from: ['group_members', 'user_id'], to: ['user', 'id'] },
  { from: ['invitations', 'publisher_id'], to: ['publishers', 'id'] },
  { from: ['invitations', 'inviter_id'], to: ['user', 'id'] },
  { from: ['proposals', 'proposer_id'], to: ['user', 'id'] },
  { from: ['sign_ins', 'user_id'], to: ['user', 'id'] },
  { from: ['tokens', 'publisher_id'], to: ['publishers', 'id'] },
  { from: ['tokens', 'maker_id'], to: ['user', 'id'] },
  { from: ['trusted_publishers', 'publisher_id'], to: ['publishers', 'id'] },
  { from: ['trusted_publishers', 'maker_id'], to: ['user', 'id'] },
  { from: ['trusted_tokens', 'token_id'], to: ['tokens', 'id'] },
  { from: ['webhooks', 'publisher_id'], to: ['publishers', 'id'] },
  { from: ['webhooks', 'maker_id'], to: ['user', 'id'] },
  { from: ['webhook_deliveries', 'webhook_id'], to: ['webhooks', 'id'] },
  { from: ['nodes', 'publisher_id'], to: ['publishers', 'id'] },
  { from: ['nodes', 'latest_version_id'], to: ['versions', 'id'] },
  { from: ['node_ids', 'node_key'], to: ['nodes', 'key'] },
  { from: ['renamed_nodes', 'node_key'], to: ['nodes', 'key'] },
  { from: ['versions', 'node_key'], to: ['nodes', 'key'] },
  { from: ['versions', 'upload_token_id'], to: ['tokens', 'id'] },
  { from: ['app_nodes', 'version_id'], to: ['versions', 'id'] },
  { from: ['readmes', 'version_id'], to: ['versions', 'id'] },
  { from: ['file_lists', 'version_id'], to: ['versions', 'id'] },
  { from: ['documents', 'node_key'], to: ['nodes', 'key'] },
  { from: ['replicated_versions', 'version_id'], to: ['versions', 'id'] },
  { from: ['reviews', 'node_key'], to: ['nodes', 'key'] },
  { from: ['reviews', 'user_id'], to: ['user', 'id'] },
  { from: ['reports', 'node_key'], to: ['nodes', 'key'] },
  { from: ['reports', 'user_id'], to: ['user', 'id'] },
  { from: ['search_texts', 'ordinal'], to: ['nodes', 'ordinal'] },
  { from: ['preempted_names', 'node_key'], to: ['nodes', 'key'] },
  { from: ['daily_downloads', 'node_key'], to: ['nodes', 'key'] },
  { from: ['app_node_claims', 'node_key'], to: ['nodes', 'key'] },
  { from: ['app_node_bans', 'node_key'], to: ['nodes', 'key'] },
  { from: ['former_publishers', 'node_key'], to: ['nodes', 'key'] },
  { from: ['former_publishers', 'publisher_id'], to: ['publishers', 'id'] },
] as const satisfies { from: ColumnOf<keyof Tables>; to: ColumnOf<keyof Tables> }[];
