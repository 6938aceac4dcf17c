/** Every reason to refuse an archive: rule id → the sentence its publisher reads. */
export const ARCHIVE_RULES = {
  'not-a-zip': 'The package is not a zip file; upload a zip with the files of the node at its root.',
  truncated: 'The package breaks off before its end; upload the whole file again.',
  damaged: 'The zip is damaged and cannot be read to its end; build it again and upload the new file.',
  'multi-disk': 'The zip is one part of a split archive; build it again as a single file.',
  'zip64-disagreement':
    'The zip states two different sizes or places for the same content; build it again with another zip tool.',
  'hidden-data':
    'The zip carries bytes that belong to none of its entries; build it again without anything before, between or after them.',
  'second-end-record':
    'The zip ends twice, so that two readers would see two packages; build it again without a zip inside its comment.',
  'no-files': 'The zip holds no file; put the files of the node at its root and upload it again.',
  'too-many-entries':
    'The zip has more entries than a package may have; leave out what the node does not need.',
  'unpacks-too-large':
    'The zip unpacks to more than a package may hold; leave out large files and fetch them at run time.',
  'expands-too-much':
    'The zip unpacks to far more than its packed size, as a zip bomb does; leave out the file that shrinks so well.',
  'nested-bomb':
    'A zip inside the package unpacks to more than a package may hold; leave the inner zip out of the package.',
  encrypted: 'The zip has an encrypted entry; build it again without a password.',
  'unsupported-format':
    'The zip has an entry that a common reader cannot unpack; build it again with the deflate method.',
  'headers-disagree':
    'The zip describes an entry differently in its directory and at the entry itself; build it again with another zip tool.',
  'size-mismatch':
    'The zip has an entry whose content is not as long as it is said to be; build it again and upload the new file.',
  'checksum-mismatch':
    'The zip has an entry whose content does not match its checksum; build it again and upload the new file.',
  'overlapping-entries': 'The zip has entries that share bytes; build it again with another zip tool.',
  'duplicate-names':
    'The zip holds two entries of one name, where upper and lower case count as the same; rename or remove one.',
  'file-and-folder': 'The zip uses one name both as a file and as a folder; rename one of them.',
  'absolute-path': 'The zip has an entry with an absolute path; use paths relative to the root of the node.',
  'parent-path':
    'The zip has an entry whose path climbs out of its folder with ".."; remove that part of the path.',
  backslash: 'The zip has an entry with a backslash in its name; separate folders with "/".',
  'unclean-path':
    'The zip has an entry whose path is empty or has an empty or "." part; build it again with plain relative paths.',
  'control-character': 'The zip has an entry with a control character in its name; rename that file.',
  'name-not-utf8': 'The zip has an entry whose name is not UTF-8; build it again with UTF-8 names.',
  'name-too-long':
    'The zip has an entry whose name is too long or too deep; shorten the name or move the file up.',
  'ambiguous-name': 'The zip gives one entry two different names; build it again with UTF-8 names.',
  symlink: 'The zip has a symbolic link; put the file itself in its place.',
  'special-file': 'The zip has a device, pipe or socket; remove it from the package.',
} as const;

export type ArchiveRule = keyof typeof ARCHIVE_RULES;
