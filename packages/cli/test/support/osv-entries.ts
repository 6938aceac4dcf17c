/** Rewrites the screen, turns the direction of text, and begins a line of its own. */
export const hostile = '\u001b[2J\u009b2J\u202e\nFORGED';

/** Entries as https://api.osv.dev/v1/vulns/<id> answers them, with what is read of them. */
export const entries = {
  'GHSA-56pw-mpj4-fxww': {
    id: 'GHSA-56pw-mpj4-fxww',
    summary: 'Arbitrary code in a font',
    aliases: ['CVE-2023-50447'],
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    database_specific: { severity: 'CRITICAL', cwe_ids: ['CWE-94'] },
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'Pillow', purl: 'pkg:pypi/pillow' },
        ranges: [
          { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '10.2.0' }] },
          { type: 'GIT', repo: 'https://example.org/x', events: [{ introduced: '0' }, { fixed: 'abcdef' }] },
        ],
      },
      {
        package: { ecosystem: 'npm', name: 'pillow' },
        ranges: [{ type: 'SEMVER', events: [{ fixed: '9.9.9' }] }],
      },
    ],
  },
  'PYSEC-2023-1': { id: 'PYSEC-2023-1', aliases: ['CVE-2023-50447', 'GHSA-56pw-mpj4-fxww'] },
  // Only a score: 8.1 is high.
  'PYSEC-2024-2': {
    id: 'PYSEC-2024-2',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  },
  'MAL-2024-3': { id: 'MAL-2024-3', summary: 'Steals tokens' },
  'PYSEC-2020-4': { id: 'PYSEC-2020-4', withdrawn: '2020-01-02T00:00:00Z' },
  'OSV-5': {
    id: 'OSV-5',
    summary: hostile,
    aliases: [hostile, 5, null],
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'shown' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ fixed: hostile }, null, { fixed: {} }] }],
      },
    ],
    severity: 'none',
  },
};

/** Ids of what is known against packages. */
export const known: Readonly<Record<string, readonly string[]>> = {
  pillow: ['PYSEC-2023-1', 'GHSA-56pw-mpj4-fxww', 'PYSEC-2020-4'],
  'scored-one': ['PYSEC-2024-2'],
  evil: ['MAL-2024-3', 'GONE-1'],
  shown: ['OSV-5'],
};
