/** What the texts of common licenses say and no other does, by their ids of SPDX. Of these versions only. */
const phrases: Readonly<Record<string, RegExp>> = {
  MIT: /permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files/,
  'Apache-2.0': /apache license,? version 2\.0, january 2004/,
  'GPL-2.0': /^gnu general public license version 2, june 1991/,
  'GPL-3.0': /^gnu general public license version 3, 29 june 2007/,
  'LGPL-3.0': /^gnu lesser general public license version 3, 29 june 2007/,
  'AGPL-3.0': /^gnu affero general public license version 3, 19 november 2007/,
  'MPL-2.0': /^mozilla public license,? version 2\.0/,
  'BSD-3-Clause':
    /redistribution and use in source and binary forms(?=.{1,2000}\bneither the name\b)(?!.{1,2000}\badvertising materials\b)/,
  'BSD-2-Clause':
    /redistribution and use in source and binary forms(?!.{1,2000}\b(?:neither the name|advertising materials)\b)/,
  ISC: /permission to use, copy, modify, and(?:\/or)? distribute this software for any purpose with or without fee is hereby granted, provided that/,
  Unlicense: /this is free and unencumbered software released into the public domain/,
  'CC0-1.0': /\bcc0 1\.0 universal\b/,
};

/** Longer than any of them. */
const charsMax = 64 * 1024;

/** The id of SPDX of the one license that a text is; undefined for any other text, and for several licenses. */
export const licenseIdOfText = (text: string): string | undefined => {
  if (text.length > charsMax) return undefined;
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const [id, ...others] = Object.keys(phrases).filter((one) => phrases[one]?.test(plain));
  return others.length === 0 ? id : undefined;
};

/** https://pypi.org/classifiers/, of those that mean one license. */
const classifiers: Readonly<Record<string, string>> = {
  'License :: CC0 1.0 Universal (CC0 1.0) Public Domain Dedication': 'CC0-1.0',
  'License :: OSI Approved :: GNU Affero General Public License v3': 'AGPL-3.0-only',
  'License :: OSI Approved :: GNU Affero General Public License v3 or later (AGPLv3+)': 'AGPL-3.0-or-later',
  'License :: OSI Approved :: GNU General Public License v2 (GPLv2)': 'GPL-2.0-only',
  'License :: OSI Approved :: GNU General Public License v2 or later (GPLv2+)': 'GPL-2.0-or-later',
  'License :: OSI Approved :: GNU General Public License v3 (GPLv3)': 'GPL-3.0-only',
  'License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)': 'GPL-3.0-or-later',
  'License :: OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)': 'LGPL-3.0-only',
  'License :: OSI Approved :: GNU Lesser General Public License v3 or later (LGPLv3+)': 'LGPL-3.0-or-later',
  'License :: OSI Approved :: ISC License (ISCL)': 'ISC',
  'License :: OSI Approved :: MIT License': 'MIT',
  'License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)': 'MPL-2.0',
  'License :: OSI Approved :: The Unlicense (Unlicense)': 'Unlicense',
};

/** The id of SPDX that the classifiers of a Python project mean, if they name one license. */
export const licenseIdOfClassifiers = (named: readonly string[]): string | undefined => {
  const licenses = named.filter((one) => one.startsWith('License :: ') && one !== 'License :: OSI Approved');
  const [only, ...others] = licenses;
  return only !== undefined && others.length === 0 && Object.hasOwn(classifiers, only)
    ? classifiers[only]
    : undefined;
};
