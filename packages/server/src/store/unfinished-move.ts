import { OperatorError } from '../operator-error.ts';
import type { Engine } from './engine.ts';

/** A table that is there as long as rows or packages may be missing: a killed move leaves it. */
export const moveMark = 'unfinished_move';

/** The database holds a part of a registry. */
export class UnfinishedMoveError extends OperatorError {
  constructor() {
    super(
      'a move to this database was not finished, so that a part of its registry is missing: run "npm run migrate-storage" again first',
    );
  }
}

/** Keeps servers and other commands off the database, until `endMove`. */
export const beginMove = ({ migrator }: Engine): Promise<void> =>
  migrator.schema.createTable(moveMark).ifNotExists().addColumn('mark', 'integer').execute();

export const endMove = ({ migrator }: Engine): Promise<void> => migrator.schema.dropTable(moveMark).execute();
