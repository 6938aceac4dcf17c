import { isJson } from '@patchbay/contract';
import { fillDocument, fillVersion } from '../../documents/render.ts';
import { nodeDocumentKey } from '../../documents/store.ts';
import { readRows } from '../../store/any-table.ts';
import type { Row } from '../../store/tables.ts';
import type { Check } from '../check.ts';

const prefix = 'document:';

/** A document that is missing is rendered from its rows for the next request, and is stored again. */
export const documents: Check = {
  name: 'documents',
  promise: 'Every kept answer about a node or a version is JSON.',
  reads: 'rows',
  async *find({ read }) {
    for await (const rows of readRows(read, { name: 'documents', key: ['key'] }, 'all')) {
      for (const row of rows as Row<'documents'>[]) {
        if (!isJson(filled(row))) yield { subject: prefix + row.key, message: 'It is no JSON.' };
      }
    }
  },
  async repair({ store }, subject) {
    await store.write({ actor: 'operator' }, async (tx) => {
      const removed = await tx.db
        .deleteFrom('documents')
        .where('key', '=', subject.slice(prefix.length))
        .returning('node_key')
        .executeTakeFirst();
      if (removed === undefined) return;
      const about = { key: removed.node_key };
      await tx.append({ kind: 'node.repaired', about, after: { check: 'documents' } });
    });
    return 'removed it, so that it is rendered again';
  },
};

const filled = ({ key, node_key, json }: Row<'documents'>): string =>
  key === nodeDocumentKey(node_key)
    ? fillDocument(json, { publicUrl: '', withTranslations: true })
    : fillVersion(json, '');
