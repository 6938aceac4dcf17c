export const submodulesFile = '.gitmodules';

/** https://git-scm.com/docs/gitmodules */
const pathOfSubmodule = /^[ \t]*path[ \t]*=[ \t]*"?([^"\r\n]+?)"?[ \t]*$/gm;

/** A sentence for each submodule of Git of which a package with these files holds nothing. */
export const findEmptySubmodules = (gitmodules: string, files: readonly string[]): string[] =>
  [...gitmodules.matchAll(pathOfSubmodule)]
    .map(([, path = '']) => path)
    .filter((path) => !files.some((file) => file.startsWith(`${path}/`)))
    .map(
      (path) =>
        `${path} is a submodule of Git, and the package holds nothing of it. Run \`git submodule update --init\` first.`,
    );
