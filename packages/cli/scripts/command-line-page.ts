import { type Exit, errors, exitCodes } from '../src/errors.ts';
import { localRegistryUrl } from '../src/settings/registry-url.ts';
import { helpTexts } from './help-texts.ts';

const exitMeanings: Readonly<Record<Exit, string>> = {
  ok: 'done',
  failed: 'the command failed, or what it looked at is not as it should be',
  usage: 'the arguments or the settings are wrong, or an answer is missing and nobody can be asked',
  refused: 'not signed in, or the registry refuses',
  notFound: 'there is no such thing',
  conflict: 'the state of things does not allow it',
  unavailable: 'the registry, or the vulnerability database, did not respond or asks to try later',
  cancelled: 'cancelled by an answer or with Ctrl-C',
  unread: 'the reader of its output left before the end, as `head` does',
};

const intro = `# Command line

\`patchbay\` calls a registry. In this repository it runs with \`npm run patchbay -- <command>\`.

This page is generated from the commands by \`npm run generate\`; \`patchbay <command> --help\` prints its part of it. [Ten journeys](images/journeys) of node authors show what it prints.

## Registry and token

| What | Where it comes from, in this order |
|---|---|
| the registry | \`--registry\`, \`PATCHBAY_URL\`, the last \`patchbay login\`, \`${localRegistryUrl}\` if a registry answers there |
| the token | \`PATCHBAY_TOKEN\`, the last \`patchbay login\` to this registry |

Over \`http\`, a token is sent to this machine only. \`PATCHBAY_ALLOW_HTTP\` names other hosts, separated by commas, whose network you trust.

No command takes a token as an argument, which other users of the machine could read.
\`patchbay login\` saves it in a file that only you can open, in the folder \`patchbay\` of \`$XDG_CONFIG_HOME\` or \`~/.config\`, of \`~/Library/Application Support\` on macOS, and of \`%APPDATA%\` on Windows. A file that other users can open is not read.

Behind a proxy, set \`NODE_USE_ENV_PROXY=1\` beside \`HTTPS_PROXY\` or \`HTTP_PROXY\`, and \`NO_PROXY\` to what is reached without it. \`NODE_EXTRA_CA_CERTS\` names the certificate of an authority of your own.

A publish outlasts a restart of the registry: it tries for about half a minute, or for \`PATCHBAY_RETRY_SECONDS\`.

In CI, set \`PATCHBAY_URL\` and \`PATCHBAY_TOKEN\` to a personal access token, which \`patchbay token create\` makes.

## Less, more, and nothing sent

\`--quiet\` shows results and errors alone. \`--verbose\` also shows each request, without its query, and the causes of an error, on standard error. With \`--offline\`, no registry is called: \`check\`, \`pack\`, \`init\`, \`version\`, \`list\`, \`info\`, \`verify\`, \`sbom\` and \`remove\` need none, and other commands say that they do.

## Without a terminal

Nothing waits for an answer if there is no terminal: the error says which flag gives it. \`--yes\` confirms.
Results are on standard output; progress, questions and errors are on standard error. There are no colours if the output is not a terminal or \`NO_COLOR\` is set.
In text that a registry sends, characters that a terminal obeys are replaced, and each line after the first begins with \`│\`, so that it cannot pass for a line of \`patchbay\`.
Ctrl-C ends a command at once. What it writes is whole or not there, and the same command can be run again.

With \`--json\`, everything is on standard output, one JSON object a line. Long work prints an event a line; the last line has the type \`result\`:

\`\`\`json
{"schema":"patchbay.show/1","type":"result","ok":true,"data":{}}
{"schema":"patchbay.show/1","type":"result","ok":false,"error":{"code":"node_not_found","message":"…","next":"…"}}
\`\`\`

\`ok\` is whether the exit code is 0. \`patchbay schema <command>\` prints the JSON Schema of the lines of a command. Its name ends with a number, which is raised if a change could break a reader.
`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const exitTable = (): string =>
  table(
    ['Exit code', 'Meaning'],
    Object.entries(exitMeanings).map(([exit, means]) => [String(exitCodes[exit as Exit]), means]),
  );

const errorTable = (): string =>
  table(
    ['Error', 'Exit code', 'What to do'],
    Object.entries(errors).map(([code, { exit, next = '' }]) => [
      `\`${code}\``,
      String(exitCodes[exit]),
      next,
    ]),
  );

/** `docs/command-line.md`, as it is to be checked in. */
export const commandLinePage = (): string =>
  [
    intro,
    '## Exit codes\n',
    exitTable(),
    '\n## Errors\n\nThe codes of the registry pass through; [each has a page](errors). The others are of the command line.\n',
    errorTable(),
    '\n## Commands',
    ...Array.from(helpTexts(), ([name, help]) => `\n### ${name}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\``),
    '',
  ].join('\n');
