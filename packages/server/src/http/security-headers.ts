/** Sent with every answer: a browser must not take one for another type than its Content-Type. */
export const everyAnswer = { 'x-content-type-options': 'nosniff' } as const;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The style sheet of the page's library holds its images.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** Sent with the documentation: it loads from this server alone, and no other page frames, opens or loads it. */
export const documentation = {
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;
