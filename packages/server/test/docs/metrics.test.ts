import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processMetrics } from '../../src/metrics/definitions.ts';
import { registryMetrics } from '../../src/metrics/registry-state.ts';
import { startServer } from '../support/start-server.ts';
import { readDoc, section, tableLines } from './repository.ts';

const definitions = [...Object.values(processMetrics), ...Object.values(registryMetrics)];

/** What can stand in a query, with the labels it can have there. */
const known = new Map(
  definitions.flatMap(({ name, type, labels = [] }) => {
    const of = Object.values(processMetrics).some((one) => one.name === name)
      ? [...labels, 'process']
      : labels;
    return type === 'histogram'
      ? [
          [`${name}_bucket`, new Set([...of, 'le'])],
          [`${name}_sum`, new Set(of)],
          [`${name}_count`, new Set(of)],
        ]
      : [[name, new Set<string>(of)]];
  }) as [string, ReadonlySet<string>][],
);

interface Panel {
  title: string;
  panels?: Panel[];
  targets?: { expr: string }[];
}

test('the table of metrics is the one of the server', () => {
  assert.deepEqual(
    tableLines(section(readDoc('docs/operations/monitoring.md'), 'Metrics')),
    definitions.map(
      ({ name, type, labels = [], help }) =>
        `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ') || '–'} | ${help} |`,
    ),
  );
});

test('a server exports every metric in the table, and no other', async (t) => {
  const { anonymous } = await startServer(t);
  const { text } = await anonymous.get('/metrics');
  const told = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  const ours = told.filter((one) => one.startsWith('patchbay_')).sort();
  assert.deepEqual(ours, definitions.map(({ name, type }) => `${name} ${type}`).sort());
  for (const { name, help } of definitions) assert.ok(text.includes(`# HELP ${name} ${help}\n`), name);
});

test('every query of the dashboard uses existing metrics and labels', async (t) => {
  const { anonymous } = await startServer(t);
  const { text } = await anonymous.get('/metrics');
  // By their types: a histogram has no samples until there was something to observe.
  const ofRuntime = new Set(
    [...text.matchAll(/^# TYPE ((?:process|nodejs)_\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const dashboard = JSON.parse(readDoc('docs/grafana-dashboard.json')) as { panels: Panel[] };
  const panels = dashboard.panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]);
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(queries.length > 20);
  for (const query of queries) {
    const names = [...query.matchAll(/\b(?:patchbay|process|nodejs)_\w+/g)].map(([name]) => name);
    assert.ok(names.length > 0, query);
    const labels = new Set(['process', 'instance', 'job', 'le']);
    for (const name of names) {
      assert.ok(known.has(name) || ofRuntime.has(name), `${name} in ${query}`);
      for (const label of known.get(name) ?? ['version', 'kind']) labels.add(label);
    }
    const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
    const matched = [...query.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label);
    for (const label of [...grouped, ...matched]) assert.ok(labels.has(label), `${label} in ${query}`);
  }
});
