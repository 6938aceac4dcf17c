import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { mkdirSync, writeFileSync } from 'node:fs';
import { describeFailure } from '../../src/commands/exit-on-failure.ts';

/** What a call throws. */
const thrownBy = (call: () => unknown): unknown => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail('it threw nothing');
};

suite('what an operator reads of a disk that takes nothing', () => {
  const full = thrownBy(() => writeFileSync('/dev/full', 'x'));

  test('is one line, also where it is the cause of another error', () => {
    const line =
      'The disk is full: ENOSPC: no space left on device, write. Free some space, and start again.';
    for (const error of [full, new Error('the backup failed', { cause: full })]) {
      assert.equal(describeFailure(error), line);
    }
  });

  test('is one line of a database that may not grow', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table t (x); pragma max_page_count = 1');
    const error = thrownBy(() => database.exec('insert into t values (zeroblob(100000))'));
    assert.match(describeFailure(error), /^The disk is full: database or disk is full\. [^\n]+$/);
    database.close();
  });

  test('is one line, too, of a path that its user may not use', () => {
    const refused = thrownBy(() => mkdirSync('/sys/patchbay'));
    const line = /^E[A-Z]+: [a-z -]+, mkdir '\/sys\/patchbay'\. Let the user who runs this use that path\.$/;
    assert.match(describeFailure(refused), line);
  });

  test('no other error is taken for one, and its cause is told', () => {
    const other = new Error('other', { cause: new Error('its cause') });
    assert.match(describeFailure(other), /^Error: other\n\s+at .*\ncaused by: Error: its cause\n\s+at /s);
  });
});
