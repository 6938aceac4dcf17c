import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { CheckRule } from '../../resources/check-rule.ts';

export const listCheckRules = endpoint({
  method: 'GET',
  path: '/admin/check-rules',
  tag: 'moderation',
  summary: 'List the rules of the checks with what each found so far, shadow rules included',
  auth: 'bearer',
  reply: {
    status: 200,
    description: 'All rules of the current ruleset',
    body: Type.Object({ ruleset_version: Type.Integer(), rules: Type.Array(CheckRule) }),
  },
  errors: ['forbidden'],
});
