import { isWindowsName } from '../../archive/windows-name.ts';
import { listRules, type RuleText } from '../rule.ts';

/** What is known of a file before its text is read. */
export interface FileSample {
  name: string;
  /** Its first bytes. */
  head: Buffer;
  /** The names in it if it is a zip, else none. */
  innerNames: readonly string[];
  hasEntry: (name: string) => boolean;
}

interface FileRule extends RuleText {
  finds: (sample: FileSample) => boolean;
}

const JAVA_VERSION_MIN = 43;
const MACH_O_MAGICS = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe]);
const FAT_MACH_O_MAGIC = 0xcafebabe;

/** Rules about the type of a file, which follows from its first bytes, its name and its neighbours. */
export const fileRules = {
  'elf-binary': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'The file is a compiled program or library for Linux, which nobody can review.',
    fix: 'Leave it out and name a Python package that brings it as a dependency.',
    notice: 'Holds compiled programs or libraries for Linux.',
    finds: ({ head }) => head.length >= 4 && head.readUInt32BE(0) === 0x7f454c46,
  },
  'pe-binary': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'The file is a compiled program or library for Windows, which nobody can review.',
    fix: 'Leave it out and name a Python package that brings it as a dependency.',
    notice: 'Holds compiled programs or libraries for Windows.',
    finds: ({ head }) => isPortableExecutable(head),
  },
  'mach-o-binary': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'The file is a compiled program or library for macOS, which nobody can review.',
    fix: 'Leave it out and name a Python package that brings it as a dependency.',
    notice: 'Holds compiled programs or libraries for macOS.',
    finds: ({ head }) => isMachO(head),
  },
  'bytecode-without-source': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'The file is compiled Python whose source is not in the package, so it cannot be reviewed.',
    fix: 'Put the .py file in its place.',
    notice: 'Holds compiled Python without its source.',
    finds: ({ name, hasEntry }) => {
      const source = sourceOfBytecode(name);
      return source !== undefined && !hasEntry(source);
    },
  },
  'bytecode-unchecked': {
    severity: 'error',
    shadow: false,
    reads: 'any file',
    means:
      'The file is compiled Python that runs instead of its source, even if the source says something else.',
    fix: 'Leave __pycache__ out of the package.',
    // PEP 552: the flags say that a hash names the source, and that it is not compared.
    finds: ({ name, head }) =>
      name.endsWith('.pyc') &&
      head.length >= 8 &&
      head.readUInt16LE(2) === 0x0a0d &&
      head.readUInt32LE(4) === 1,
  },
  'windows-script': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'A double click on this file runs commands on Windows.',
    fix: 'Leave it out, or describe the steps in the README.',
    notice: 'Holds scripts for Windows.',
    finds: ({ name }) => /\.(?:bat|cmd|ps1|vbs|vbe|wsf|hta|scr|lnk|msi)$/i.test(name),
  },
  'executable-in-archive': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'The zip inside the package holds programs, libraries or scripts, where reviewers rarely look.',
    fix: 'Leave them out of the inner zip, or unpack it into the package.',
    notice: 'Holds programs in an inner archive.',
    finds: ({ innerNames }) =>
      innerNames.some((name) =>
        /\.(?:exe|dll|so|dylib|py[cdw]?|pth|sh|bash|[cm]?js|bat|cmd|ps1|vbs|scr|lnk|msi)$/i.test(name),
      ),
  },
  'startup-module': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'Python imports a module of this name at every start, in whatever program, once it can find it.',
    fix: 'Give the module another name.',
    notice: 'Holds a module that Python may run at every start.',
    finds: ({ name }) => /(?:^|\/)(?:sitecustomize|usercustomize)\.py$/.test(name),
  },
  'no-name-for-windows': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'Windows can hold no file of this name, so the package cannot be unpacked there.',
    fix: 'Rename the file.',
    notice: 'Cannot be unpacked on Windows.',
    finds: ({ name }) => !isWindowsName(name),
  },
  'git-folder': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'The package holds the folder of Git, with its history, its hooks and its addresses.',
    fix: 'Leave .git out of the package.',
    finds: ({ name }) => /(?:^|\/)\.git\/config$/.test(name),
  },
} as const satisfies Record<string, FileRule>;

export const fileRuleList = listRules<keyof typeof fileRules, FileRule>(fileRules);

/**
 * Many files begin with "MZ". Windows requires the header that it points to. If that is out of reach, a binary file
 * counts as a program.
 */
const isPortableExecutable = (head: Buffer): boolean => {
  if (head.length < 64 || head.readUInt16BE(0) !== 0x4d5a) return false;
  const header = head.readUInt32LE(60);
  return header + 4 > head.length ? head.includes(0) : head.readUInt32BE(header) === 0x50450000;
};

/**
 * A Java class begins with the same bytes as a Mach-O file for several architectures, but its version is too large for
 * a count of those.
 */
const isMachO = (head: Buffer): boolean => {
  if (head.length < 8) return false;
  const magic = head.readUInt32BE(0);
  if (MACH_O_MAGICS.has(magic)) return true;
  return magic === FAT_MACH_O_MAGIC && head.readUInt32BE(4) < JAVA_VERSION_MIN;
};

const sourceOfBytecode = (name: string): string | undefined => {
  const cached = /^(.*?)__pycache__\/([^/.]+)\.[^/]*\.pyc$/.exec(name);
  if (cached !== null) return `${cached[1]}${cached[2]}.py`;
  return name.endsWith('.pyc') ? name.slice(0, -1) : undefined;
};
