import { resolve } from 'node:path';
import type { Call } from '../call.ts';
import { openChecked } from '../check/open-checked.ts';
import { showFindings } from '../check/show-findings.ts';
import { command } from '../command.ts';
import { count } from '../output/count.ts';

export const check = command({
  brief: 'Check a node as the registry would',
  description:
    'Packs the project in a folder, or takes a zip, and runs the checks of the registry on it. Nothing is sent.',
  data: ({ Type, Finding }) =>
    Type.Object({
      node_id: Type.String(),
      version: Type.String(),
      package: Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
      warnings: Type.Array(Type.String(), { description: 'About the choice of files' }),
      refusals: Type.Array(Type.String(), { description: 'Why an upload would be refused' }),
      outcome: Type.Optional(
        Type.Enum(['passed', 'found', 'could-not-check'], {
          description: 'Only what passed becomes Active without a moderator',
        }),
      ),
      ruleset_version: Type.Optional(Type.Integer()),
      findings: Type.Array(Finding),
      extraction: Type.Optional(
        Type.Object({
          status: Type.Enum(['success', 'failed', 'unsupported']),
          confidence: Type.Number(),
          app_nodes: Type.Array(Type.String()),
          problems: Type.Array(
            Type.Object({ file: Type.String(), line: Type.Integer(), message: Type.String() }),
          ),
        }),
      ),
    }),
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: String, placeholder: 'path', brief: 'The folder of the node, or a zip', default: '.' },
      ],
    },
  },
  async run({ context }: Call, _flags: object, path: string) {
    const { inspectPackage } = await import('../check/inspect-package.ts');
    await using checked = await openChecked(resolve(context.cwd, path));
    const { project, file, bytes, sha256, warnings, limits } = checked;
    const verdict = await inspectPackage(file, project, limits);
    return {
      node_id: project.nodeId,
      version: project.version,
      package: { bytes, sha256 },
      warnings,
      ...verdict,
    };
  },
  isOk: ({ outcome }) => outcome === 'passed',
  text({ node_id, version, refusals, outcome, warnings, findings, extraction }, ink) {
    const lines = [
      ...warnings.map((warning) => `${ink.yellow('warning')}  ${warning}`),
      ...refusals.map((refusal) => `${ink.red('refused')}  ${refusal}`),
      ...showFindings(findings, ink),
    ];
    const verdicts = {
      passed: ink.green('The checks pass.'),
      found: ink.red('The registry would hold it for a moderator.'),
      'could-not-check': ink.red(
        'It cannot be checked to its end, so the registry would hold it for a moderator.',
      ),
    };
    const verdict = outcome === undefined ? ink.red('The registry would refuse it.') : verdicts[outcome];
    const appNodes = extraction && `${count(extraction.app_nodes.length, 'app-node')}.`;
    return [...lines, [`${node_id} ${version}:`, verdict, appNodes].filter(Boolean).join(' ')].join('\n');
  },
});
