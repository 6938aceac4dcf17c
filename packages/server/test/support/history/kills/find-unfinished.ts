import { isDeepStrictEqual } from 'node:util';
import { RegistryError, listVersionAppNodes } from '@patchbay/client';
import type { Fixture } from '../fixture.ts';
import type { Violation } from '../history.ts';
import { patientClient } from '../patient-client.ts';
import { violationOf } from '../rules/violation.ts';
import { type State, readTimelines } from '../timeline.ts';
import { waitWhileLess } from '../wait-while-less.ts';
import { readLog } from '../workload.ts';

/** The jobs of a killed process are begun again when their leases expire, one after the other. */
const patienceMs = 120_000;

const unfinished = violationOf('every stored package is checked and extracted');

/**
 * Every package of the load is a good one with one app-node. Waits until each that was stored is checked and extracted,
 * whether or not its upload was acknowledged, and finds those that never were, or not as they should be.
 */
export const findUnfinished = async (fixture: Fixture): Promise<Violation[]> => {
  let stored: State[] = [];
  await waitWhileLess(async () => {
    stored = await readStored(fixture);
    return stored.filter(isUnderWay);
  }, patienceMs);
  const client = patientClient(fixture.urls[0] ?? '', fixture.moderator);
  const found: Violation[] = [];
  for (const state of stored) {
    const { status, app_node_extract_status: extraction, app_node_names: names } = state;
    const nodeId = String(state['node_id']);
    const version = String(state['version']);
    const subject = `${nodeId}@${version}`;
    if (status !== 'NodeVersionStatusActive' || extraction !== 'success') {
      found.push(unfinished(`${subject} is ${status}, its extraction ${String(extraction)}`));
      continue;
    }
    const served = await listVersionAppNodes(client, { nodeId, version }).then(
      ({ app_nodes }) => app_nodes.map(({ app_node_name }) => app_node_name),
      (error: unknown) => {
        if (error instanceof RegistryError && error.code === 'node_not_found') return undefined;
        throw error;
      },
    );
    if (served === undefined) continue;
    if (served.length !== 1 || !isDeepStrictEqual(served, names)) {
      found.push(
        unfinished(`${subject} has the app-nodes ${served.join(', ')}, the log says ${String(names)}`),
      );
    }
  }
  return found;
};

/** The versions with a package that are not deleted. */
const readStored = async (fixture: Fixture): Promise<State[]> => {
  const timelines = readTimelines(await readLog(fixture));
  return [...timelines]
    .filter(([subject]) => subject.startsWith('version:'))
    .flatMap(([, moments]) => moments.at(-1)?.state ?? [])
    .filter(({ status, sha256 }) => sha256 !== undefined && status !== 'NodeVersionStatusDeleted');
};

const isUnderWay = ({ status, app_node_extract_status: extraction }: State): boolean =>
  status === 'NodeVersionStatusPending' || extraction === 'pending';
