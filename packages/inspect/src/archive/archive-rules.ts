/** Every reason to refuse an archive: rule id → the sentence its publisher reads. */
export const ARCHIVE_RULES = {
  'not-a-zip': 'The package is not a zip file. Upload a zip with the files of the node at its root.',
  truncated: 'The package is incomplete. Upload the whole file again.',
  damaged: 'The zip is damaged and cannot be read to its end. Build it again and upload the new file.',
  'multi-disk': 'The zip is one part of a split archive. Build it again as a single file.',
  'zip64-disagreement':
    'The zip states two different sizes or offsets for the same content. Build it again with another zip tool.',
  'hidden-data':
    'The zip has bytes that belong to none of its entries. Build it again without anything before, between or after them.',
  'second-end-record':
    'The zip has two ends, so that different readers would see different packages. Build it again without a zip inside its comment.',
  'no-files': 'The zip has no files. Put the files of the node at its root and upload it again.',
  'too-many-entries':
    'The zip has more entries than a package may have. Leave out what the node does not need.',
  'unpacks-too-large':
    'The zip unpacks to more than a package may have. Leave out large files and fetch them at run time.',
  'expands-too-much':
    'The zip unpacks to far more than its packed size, as a zip bomb does. Leave out the file that compresses so well.',
  'nested-bomb':
    'A zip inside the package unpacks to more than a package may have. Leave the inner zip out of the package.',
  encrypted: 'The zip has an encrypted entry. Build it again without a password.',
  'unsupported-format':
    'The zip has an entry that a common reader cannot unpack. Build it again with the deflate method.',
  'headers-disagree':
    'The zip describes an entry differently in its directory and at the entry itself. Build it again with another zip tool.',
  'size-mismatch':
    'The zip has an entry whose content does not have the declared length. Build it again and upload the new file.',
  'checksum-mismatch':
    'The zip has an entry whose content does not match its checksum. Build it again and upload the new file.',
  'overlapping-entries': 'The zip has entries that share bytes. Build it again with another zip tool.',
  'duplicate-names': 'The zip has two entries with the same name, ignoring case. Rename or remove one.',
  'file-and-folder': 'The zip uses one name both as a file and as a folder. Rename one of them.',
  'absolute-path': 'The zip has an entry with an absolute path. Use paths relative to the root of the node.',
  'parent-path': 'The zip has an entry whose path leaves its folder with "..". Remove that part of the path.',
  backslash: 'The zip has an entry with a backslash in its name. Separate folders with "/".',
  'unclean-path':
    'The zip has an entry whose path has an empty part, a part that ends in a dot or a space, or a ":". Rename that file.',
  'control-character':
    'The zip has an entry with a control or invisible character in its name. Rename that file.',
  'name-not-utf8': 'The zip has an entry whose name is not UTF-8. Build it again with UTF-8 names.',
  'name-too-long':
    'The zip has an entry whose name is too long or too deep. Shorten the name or move the file up.',
  'ambiguous-name': 'The zip gives one entry two different names. Build it again with UTF-8 names.',
  symlink: 'The zip has a symbolic link. Put the file itself in its place.',
  'special-file': 'The zip has a device, pipe or socket. Remove it from the package.',
} as const;

export type ArchiveRule = keyof typeof ARCHIVE_RULES;
