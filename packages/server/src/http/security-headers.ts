/** Sent with every response: a browser must not interpret it as another type than its Content-Type. */
export const everyAnswer = { 'x-content-type-options': 'nosniff' } as const;

const scripted = [
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

interface Sources {
  connect: readonly string[];
  pictures: readonly string[];
}

const site = ({ connect, pictures }: Sources): string[] => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  ["img-src 'self' data:", ...pictures].join(' '),
  ["connect-src 'self'", ...connect].join(' '),
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

const scriptless = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Sent with a page: it loads only from this server, and no other page can frame, open or load it. */
const pageHeaders = (policy: readonly string[], referrerPolicy: string) => ({
  'content-security-policy': policy.join('; '),
  'referrer-policy': referrerPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
});

/** By what a page does: it runs scripts of this server, or it sends forms to it, or, as those of the site do, both. */
export const pages = {
  scripts: pageHeaders(scripted, 'no-referrer'),
  // A form is sent with an origin, by which it is told from those of other pages.
  forms: pageHeaders(scriptless, 'same-origin'),
  site: pageHeaders(site({ connect: [], pictures: [] }), 'same-origin'),
} as const;

/** Sent with what the site has for machines: it does nothing where it is opened, and other sites may show it. */
export const inertFile = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** The Content-Security-Policy of a page of the site that also loads from these. */
export const sitePolicy = (sources: Sources): string => site(sources).join('; ');
