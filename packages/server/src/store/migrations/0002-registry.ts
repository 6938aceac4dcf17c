import type { Step } from './step.ts';

export const registry: Step = async (db, { text, sortable, integer }) => {
  await db.schema
    .createTable('publishers')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('profile_json', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('deleted_at', sortable)
    .execute();

  await db.schema
    .createTable('members')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('publisher_id', sortable, (column) => column.notNull().references('publishers.id'))
    .addColumn('user_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addUniqueConstraint('members_unique', ['publisher_id', 'user_id'])
    .execute();
  await db.schema.createIndex('members_user').on('members').column('user_id').execute();

  await db.schema
    .createTable('tokens')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('publisher_id', sortable, (column) => column.notNull().references('publishers.id'))
    .addColumn('sha256', text, (column) => column.notNull().unique())
    .addColumn('masked', text, (column) => column.notNull())
    .addColumn('request_json', text, (column) => column.notNull())
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('expires_at', sortable)
    .addColumn('last_used_at', sortable)
    .addColumn('revoked_at', sortable)
    .execute();
  await db.schema.createIndex('tokens_publisher').on('tokens').columns(['publisher_id', 'id']).execute();

  await db.schema
    .createTable('nodes')
    .addColumn('key', sortable, (column) => column.primaryKey())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('publisher_id', sortable, (column) => column.notNull().references('publishers.id'))
    .addColumn('metadata_json', text, (column) => column.notNull())
    .addColumn('moderation_json', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('updated_at', sortable, (column) => column.notNull())
    .addColumn('downloads', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('rating_sum', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('rating_count', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('latest_version_id', sortable)
    .execute();
  await db.schema
    .createIndex('nodes_publisher')
    .on('nodes')
    .columns(['publisher_id', 'created_at', 'key'])
    .execute();

  await db.schema
    .createTable('versions')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addColumn('version', sortable, (column) => column.notNull())
    .addColumn('sort_key', sortable, (column) => column.notNull())
    .addColumn('prerelease', integer, (column) => column.notNull())
    .addColumn('metadata_json', text, (column) => column.notNull())
    .addColumn('tags_admin_json', text, (column) => column.notNull())
    .addColumn('deprecated', integer, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('status_reason', text)
    .addColumn('extract_status', text, (column) => column.notNull())
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('upload_deadline', sortable, (column) => column.notNull())
    .addColumn('package_sha256', text)
    .addColumn('package_bytes', integer)
    .addColumn('stored_at', sortable)
    .addUniqueConstraint('versions_unique', ['node_key', 'version'])
    .execute();
  await db.schema
    .createIndex('versions_latest')
    .on('versions')
    .columns(['node_key', 'status', 'deprecated', 'prerelease', 'sort_key'])
    .execute();
  await db.schema.createIndex('versions_status').on('versions').columns(['status', 'id']).execute();

  await db.schema
    .createTable('app_nodes')
    .addColumn('version_id', sortable, (column) =>
      column.notNull().references('versions.id').onDelete('cascade'),
    )
    .addColumn('name', sortable, (column) => column.notNull())
    .addColumn('definition_json', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('app_nodes_primary', ['version_id', 'name'])
    .execute();
  await db.schema.createIndex('app_nodes_name').on('app_nodes').column('name').execute();

  await db.schema
    .createTable('reviews')
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addColumn('user_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('star', integer, (column) => column.notNull())
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addPrimaryKeyConstraint('reviews_primary', ['node_key', 'user_id'])
    .execute();

  await db.schema
    .createTable('changes')
    .addColumn('seq', integer, (column) => column.primaryKey())
    .addColumn('at', sortable, (column) => column.notNull())
    .addColumn('actor', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('subject', sortable, (column) => column.notNull())
    .addColumn('before_json', text)
    .addColumn('after_json', text)
    .addColumn('reason', text)
    .addColumn('request_id', text)
    .execute();
  await db.schema.createIndex('changes_subject').on('changes').columns(['subject', 'seq']).execute();

  await db.schema
    .createTable('jobs')
    .addColumn('kind', sortable, (column) => column.notNull())
    .addColumn('subject', sortable, (column) => column.notNull())
    .addColumn('run_at', sortable, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('lease', text)
    .addColumn('leased_until', sortable)
    .addColumn('last_error', text)
    .addPrimaryKeyConstraint('jobs_primary', ['kind', 'subject'])
    .execute();
  await db.schema.createIndex('jobs_due').on('jobs').column('run_at').execute();
};
