import type { Step } from './index.ts';

/** The job that receives a package checks it as well: what waited to be checked waits in its queue now. */
export const oneJob: Step = async (db) => {
  const isCheck = 'check-package';
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'run_at', 'attempts'])
    .expression((eb) =>
      eb
        .selectFrom('jobs')
        .select((of) => [of.val('receive-package').as('kind'), 'subject', 'run_at', 'attempts'])
        .where('kind', '=', isCheck),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.deleteFrom('jobs').where('kind', '=', isCheck).execute();
};
