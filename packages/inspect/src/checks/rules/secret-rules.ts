import { crc32 } from 'node:zlib';
import { listRules, type RuleText } from '../rule.ts';

/** A fixed date instead of the clock, so that the same bytes under the same ruleset always get the same verdict. */
const RULESET_SECONDS = Date.UTC(2026, 10, 1) / 1000;

/** Of the token that the page of the format shows, which tests and readmes repeat. */
const SAMPLE_SUBJECT = '1234567890';

/** Whether a token in the form of a JWT is valid past the date of the ruleset, or forever. */
const isLiveJwt = (token: string): boolean => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    if (typeof claims !== 'object' || claims === null) return false;
    if (Reflect.get(claims, 'sub') === SAMPLE_SUBJECT) return false;
    const expiry: unknown = Reflect.get(claims, 'exp');
    return expiry === undefined || (typeof expiry === 'number' && expiry > RULESET_SECONDS);
  } catch {
    return false;
  }
};

/** Whether a token of a registry ends in its checksum: none that somebody made up does. */
const isWhole = (token: string): boolean =>
  crc32(token.slice('pbp_'.length, -8)).toString(16).padStart(8, '0') === token.slice(-8);

interface SecretRule extends RuleText {
  /** Rules of secretlint's recommended preset that find it, without their common prefix. */
  preset?: readonly string[];
  /**
   * Formats that the preset lacks: global and of linear cost. The group `secret`, or else the whole match, is blanked.
   */
  pattern?: RegExp;
  accepts?: (secret: string) => boolean;
}

const leaked = { severity: 'error', shadow: false, reads: 'text' } as const;
const suspect = { severity: 'warning', shadow: false, reads: 'text' } as const;

const REVOKE =
  'Revoke it at the service, since it must count as known, and read a new one from the environment.';

/** Rules about credentials that anyone who installs the package could use. */
export const secretRules = {
  'private-key': {
    ...leaked,
    means: 'The file holds a private key.',
    fix: 'Replace the key pair, since this one must count as known, and keep the new key out of the package.',
    preset: ['privatekey'],
  },
  'git-credentials': {
    ...leaked,
    means: 'The settings of Git hold what it signs in with.',
    fix: 'Revoke it at the service, since it must count as known, and leave .git out of the package.',
    pattern:
      /\bextraheader\s{0,9}=\s{0,9}"?authorization:\s{0,9}(?:basic|bearer)\s{1,9}(?<secret>[\w+/=.~-]{8,})/gi,
  },
  'aws-key': { ...leaked, means: 'The file holds an access key of AWS.', fix: REVOKE, preset: ['aws'] },
  'gcp-key': {
    ...leaked,
    means: 'The file is the key of a Google Cloud service account.',
    fix: REVOKE,
    preset: ['gcp'],
  },
  'google-api-key': {
    ...suspect,
    means: 'The file holds a Google API key; in the hands of others it spends your quota.',
    fix: 'Restrict the key to what may be public, or revoke it and let each user bring a key.',
    pattern: /\bAIza[\w-]{35}(?![\w-])/g,
  },
  'azure-key': {
    ...leaked,
    means: 'The file holds the key of an Azure account.',
    fix: REVOKE,
    pattern: /\b(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{43,86}={1,2})/g,
  },
  'github-token': {
    ...leaked,
    means: 'The file holds a token of GitHub.',
    fix: REVOKE,
    preset: ['github'],
  },
  'gitlab-token': {
    ...leaked,
    means: 'The file holds a token of GitLab.',
    fix: REVOKE,
    preset: ['gitlab'],
  },
  'slack-token': {
    ...leaked,
    means: 'The file holds a token or an incoming webhook of Slack.',
    fix: REVOKE,
    preset: ['slack'],
  },
  'stripe-key': {
    ...leaked,
    means: 'The file holds a secret key of Stripe.',
    fix: REVOKE,
    preset: ['stripe'],
  },
  'openai-key': {
    ...leaked,
    means: 'The file holds an API key of OpenAI.',
    fix: REVOKE,
    preset: ['openai'],
  },
  'anthropic-key': {
    ...leaked,
    means: 'The file holds an API key of Anthropic.',
    fix: REVOKE,
    preset: ['anthropic'],
  },
  'hugging-face-token': {
    ...leaked,
    means: 'The file holds an access token of Hugging Face.',
    fix: REVOKE,
    preset: ['huggingface'],
  },
  'npm-token': {
    ...leaked,
    means: 'The file holds a token of a JavaScript package registry.',
    fix: REVOKE,
    preset: ['npm'],
  },
  'pypi-token': {
    ...leaked,
    means: 'The file holds an upload token of PyPI.',
    fix: REVOKE,
    pattern: /\bpypi-AgE[\w-]{50,1000}/g,
  },
  'registry-token': {
    ...leaked,
    means:
      'The file holds a token of a registry like this one, with which others could publish in your name.',
    fix: 'Revoke it with `patchbay token revoke`, since it must count as known, and read a new one from the environment.',
    pattern: /(?<![\w-])pbp_[\w-]{32}[\da-f]{8}(?![\w-])/g,
    accepts: isWhole,
  },
  'telegram-token': {
    ...leaked,
    means: 'The file holds the token of a Telegram bot.',
    fix: REVOKE,
    pattern: /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g,
  },
  'discord-token': {
    ...leaked,
    means: 'The file holds the token of a Discord bot.',
    fix: REVOKE,
    pattern: /(?<![\w.-])[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,38}(?![\w.-])/g,
  },
  'discord-webhook': {
    ...suspect,
    means: 'The file holds the address of a Discord webhook, to which everybody can post.',
    fix: 'Delete the webhook and let each user bring one.',
    pattern: /\bdiscord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{17,20}\/[\w-]{60,80})/g,
  },
  'service-token': {
    ...leaked,
    means: 'The file holds a secret token of an online service.',
    fix: REVOKE,
    preset: [
      '1password',
      'cloudflare',
      'databricks',
      'docker',
      'figma',
      'grafana',
      'groq',
      'hashicorp-vault',
      'linear',
      'notion',
      'sendgrid',
      'shopify',
      'tailscale',
      'vercel',
    ],
  },
  'password-in-address': {
    ...suspect,
    means: 'An address in the file holds a user name and a password.',
    fix: 'Read the address from the environment, and change the password if it was a real one.',
    preset: ['basicauth', 'database-connection-string'],
  },
  'live-jwt': {
    ...suspect,
    means: 'The file holds a signed token (JWT) that had not expired when this rule was written.',
    fix: 'Remove it, and have it revoked if it grants anything.',
    pattern: /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}/g,
    accepts: isLiveJwt,
  },
} as const satisfies Record<string, SecretRule>;

export const secretRuleList = listRules<keyof typeof secretRules, SecretRule>(secretRules);
