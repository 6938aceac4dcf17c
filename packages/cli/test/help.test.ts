import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Group } from '../src/command.ts';
import { commands } from '../src/commands/index.ts';
import { openCli } from './support/open-cli.ts';

suite('help', async () => {
  const cli = await openCli({ after }, { url: 'https://registry.example' });

  test('names every command once, in groups, with examples', async () => {
    const texts = await Promise.all([[], ['--help'], ['-h'], ['help']].map((args) => cli.run(args)));
    for (const { code, stdout } of texts) assert.deepEqual([code, stdout], [0, texts[0]?.stdout]);
    const [{ stdout } = { stdout: '' }] = texts;
    const listed = [...stdout.matchAll(/^ {2}([a-z]+) {2,}(\S.*)$/gm)].map(([, name, brief]) => [
      name,
      brief,
    ]);
    const declared = Object.entries<Group | { brief: string }>(commands.commands);
    assert.equal(listed.length, declared.length, 'each once');
    assert.deepEqual(
      new Map(listed as [string, string][]),
      new Map(declared.map(([name, { brief }]) => [name, brief])),
    );
    for (const heading of ['Publish a node', 'Find and install nodes', 'Your account', 'Examples']) {
      assert.ok(stdout.includes(`\n${heading}\n`), heading);
    }
  });

  test('of a command, by either word; and the version, by either letter', async () => {
    const [one, other] = [await cli.run(['help', 'publish']), await cli.run(['publish', '--help'])];
    assert.deepEqual(one, other);
    assert.match(one.stdout, /--dry-run/);
    const [long, short] = [await cli.run(['--version']), await cli.run(['-V'])];
    assert.deepEqual([short.code, short.stdout], [0, long.stdout]);
  });

  test('of a command, with optional arguments in brackets', async (t) => {
    const cli = await openCli(t, { url: 'http://127.0.0.1:9' });
    for (const [words, usage] of [
      [['check'], '[<path>]'],
      [['install'], '[<node[@version]>...]'],
      [['diff'], '<node> <from> [<to>]'],
      [['trust', 'add'], '[<repository>]'],
      [['show'], '<node[@version]>'],
    ] as const) {
      const { stdout } = await cli.run([...words, '--help']);
      assert.ok(stdout.startsWith(`USAGE\n  patchbay ${words.join(' ')} ${usage}\n`), stdout);
    }
  });

  test('flags of every command may stand before it', async () => {
    const url = 'http://127.0.0.1:1';
    const [before, after] = [
      await cli.run(['--registry', url, '--json', 'token', 'list']),
      await cli.run(['token', 'list', `--registry=${url}`, '--json']),
    ];
    assert.deepEqual(before, after);
    assert.equal(JSON.parse(before.stdout).schema, 'patchbay.token.list/1');
    assert.equal((await cli.run(['--json', 'help'])).code, 0);
  });

  for (const [args, form] of [
    [['publish', '--dryrun'], /^Error: Unknown flag --dryrun\. Did you mean --dry-run\?\n/],
    [['publish', '--dryrn'], /^Error: Unknown flag --dryrn\. Did you mean --dry-run\?\n/],
    [['install', 'x', '--with-dep'], /^Error: Unknown flag --with-dep\. Did you mean --with-deps\?\n/],
    [['install', 'x', '--wth-deps'], /^Error: Unknown flag --wth-deps\. Did you mean --with-deps\?\n/],
    [['publish', '--dryRun'], /^Error: Unknown flag --dryRun\. Did you mean --dry-run\?\n/],
    [['hepl'], /^Error: There is no command "hepl"\. Did you mean `help`\?\n/],
    [['--hepl'], /^Error: Unknown flag --hepl\. Did you mean `help`\?/],
    [['--verison'], /^Error: Unknown flag --verison\. Did you mean --version\?/],
    [['--regitry', 'x', 'show'], /^Error: Unknown flag --regitry\. Did you mean --registry\?/],
    [['token', '--jsn'], /^Error: Unknown flag --jsn\. Did you mean --json\?/],
    [['help', 'hepl'], /^Error: There is no command "hepl"\. Did you mean `help`\?\n/],
    [['publish', '--colour'], /^Error: Unknown flag --colour\.\n/],
    [['instal', 'x'], /^Error: There is no command "instal"\. Did you mean `install`\?\n/],
    [['--dryrun', 'publish'], /^Error: Unknown flag --dryrun\. The flags of a command come after it\.\n/],
    [['--quiet', 'frobnicate'], /^Error: There is no command "frobnicate"\.\n/],
    [['frobnicate'], /^Error: There is no command "frobnicate"\.\n/],
    [['show'], /^Error: <node[^>]*> is missing\.\n/],
    [['whoami', 'extra'], /^Error: "extra" is one argument too many: the command takes none\.\n/],
    [['check', '--format', 'x'], /^Error: --format must be one of text, sarif, github, not "x"\.\n/],
    [['publish', '--timeout', 'x'], /^Error: --timeout must be a whole number from 1 to 86400\.\n/],
    [['completions', 'x'], /^Error: <shell> must be one of bash, zsh, fish, powershell\.\n/],
  ] as const) {
    test(`${args.join(' ')} is told what is meant, and nothing far-fetched`, async () => {
      const { code, stderr } = await cli.run(args);
      assert.equal(code, 2);
      assert.match(stderr, form);
      assert.match(stderr, /Run `patchbay.* --help`/);
    });
  }
});
