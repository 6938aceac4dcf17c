import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { publicNode, versionOfNode } from '../../authorization/node.ts';
import { requireUser } from '../../authorization/publisher.ts';
import { sendReport } from '../../lifecycle/report.ts';
import { presentReport } from '../../present/moderation.ts';
import type { Operation } from '../operation.ts';

/** Tells the moderators what a user found wrong, in place of the user's open report about the same. */
export const reportNode: Operation<Endpoints['reportNode']> = (context, { params, body, ...caller }) =>
  act(context, caller, async (tx) => {
    const { userId } = requireUser(tx.actor);
    const { node } = await publicNode(tx.db, params.nodeId);
    const { reason, text } = body;
    const version =
      body.version === undefined ? null : (await versionOfNode(tx.db, node, body.version)).version;
    return presentReport(await sendReport(tx, userId, node, { version, reason, text }));
  });
