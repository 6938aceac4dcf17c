import type { FastifyCorsOptions } from '@fastify/cors';
import { unknownParametersHeader } from './note-unknown-parameters.ts';

/** What a page of any origin may send and read. */
export const cors = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-None-Match',
    'Last-Event-ID',
    'Cache-Control',
    'Pragma',
    'Expires',
  ],
  exposedHeaders: [
    'ETag',
    'X-Request-Id',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'Digest',
    'Content-Range',
    'Idempotent-Replayed',
    'Link',
    'X-Last-Seq',
    'X-Total-Count',
    unknownParametersHeader,
  ],
  maxAge: 86_400,
  strictPreflight: false,
} as const satisfies FastifyCorsOptions;

/** The headers of a response that bypasses the framework's hooks. */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': cors.origin,
  'access-control-expose-headers': cors.exposedHeaders.join(', '),
};

/**
 * The headers of a response to a preflight. Without them, a browser does not send the request, and the caller never
 * sees the error.
 */
export const preflightHeaders: Readonly<Record<string, string>> = {
  ...corsHeaders,
  'access-control-allow-methods': cors.methods.join(', '),
  'access-control-allow-headers': cors.allowedHeaders.join(', '),
  'access-control-max-age': String(cors.maxAge),
};
