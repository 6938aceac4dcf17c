import { type Fixture, openFixture } from '../fixture/open-fixture.ts';
import type { Row } from '../report/row.ts';
import type { Engine } from './benchmark.ts';
import { rowsOrNote } from './rows-or-note.ts';

/** The rows of `measure` on a fixture for each engine, whose server has these settings. */
export const onEachEngine = async (
  engines: readonly Engine[],
  environment: Readonly<Record<string, string>>,
  measure: (subject: string, fixture: Fixture, engine: Engine) => Promise<Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const engine of engines) {
    const subject = `ours, ${engine.name}`;
    const label = Object.entries(environment).join(' ').replaceAll(',', '=');
    rows.push(
      ...(await rowsOrNote(label, subject, async () => {
        await using fixture = await openFixture({ engine, environment });
        return await measure(subject, fixture, engine);
      })),
    );
  }
  return rows;
};
