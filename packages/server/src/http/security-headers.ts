/** Sent with every response: a browser must not interpret it as another type than its Content-Type. */
export const everyAnswer = { 'x-content-type-options': 'nosniff' } as const;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The style sheet of Swagger UI contains its images.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** Sent with the documentation: it loads only from this server, and no other page can frame, open or load it. */
export const documentation = {
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;
