import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Node, Translations } from '../../resources/node.ts';

export const addTranslations = endpoint({
  method: 'POST',
  path: '/nodes/{nodeId}/translations',
  tag: 'nodes',
  summary: 'Add translations to a node; texts that are not sent stay',
  auth: 'bearer',
  isRepeatable: true,
  body: Type.Object({ data: Translations }),
  reply: { status: 201, description: 'The node with all its translations', body: Node },
  errors: ['forbidden', 'node_banned', 'publisher_banned', 'node_not_found'],
});
