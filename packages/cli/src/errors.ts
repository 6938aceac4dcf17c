import type { ErrorCode } from '@patchbay/client';

/** What the process ends with. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  conflict: 5,
  unavailable: 6,
  cancelled: 130,
  unread: 141,
} as const;
export type Exit = keyof typeof exitCodes;

interface ErrorRow {
  readonly exit: Exit;
  /** What to do now, where the message does not say it. */
  readonly next?: string;
}

const login = 'Run `patchbay login`.';
const whoami = 'Run `patchbay whoami` to see who is signed in.';
const later = 'Try again later.';
const raise = 'Publish under another version number: `patchbay version patch` raises it.';

/** The codes of the registry pass through. */
const ofRegistry: Readonly<Record<ErrorCode, ErrorRow>> = {
  invalid_request: { exit: 'failed' },
  invalid_version: { exit: 'failed' },
  invalid_id: { exit: 'failed' },
  id_mismatch: { exit: 'failed' },
  authorization_pending: { exit: 'failed', next: login },
  slow_down: { exit: 'failed', next: login },
  access_denied: { exit: 'refused', next: login },
  expired_token: { exit: 'refused', next: login },
  invalid_grant: { exit: 'refused', next: login },
  invalid_link: { exit: 'refused' },
  sign_in_failed: { exit: 'refused', next: login },
  unauthenticated: { exit: 'refused', next: login },
  recent_sign_in_required: {
    exit: 'refused',
    next: 'Run `patchbay login` to prove who you are, and repeat the command.',
  },
  passkey_required: {
    exit: 'refused',
    next: 'Do this on the site, where a passkey can prove who you are.',
  },
  invalid_personal_access_token: { exit: 'refused', next: login },
  invalid_identity_token: { exit: 'refused', next: 'Run the job again.' },
  forbidden: { exit: 'refused', next: whoami },
  email_unverified: { exit: 'refused', next: whoami },
  password_breached: { exit: 'refused', next: 'Set a new password on the site, and run `patchbay login`.' },
  sign_in_method_off: { exit: 'refused', next: login },
  second_factor_required: {
    exit: 'refused',
    next: 'Add one on the site, under Account → Security, and run `patchbay login`.',
  },
  forbidden_field: { exit: 'refused' },
  read_only: { exit: 'refused', next: 'Publish to the registry that it mirrors, with `--registry`.' },
  node_banned: { exit: 'refused' },
  publisher_banned: { exit: 'refused' },
  version_unavailable: { exit: 'refused', next: 'Run `patchbay versions <node>` to see the others.' },
  untrusted_identity: {
    exit: 'refused',
    next: 'Run `patchbay trust check` in the job to compare it with the rules of the publisher.',
  },
  trusted_publishing_required: { exit: 'refused' },
  quota_exceeded: { exit: 'refused' },
  not_found: { exit: 'notFound' },
  publisher_not_found: { exit: 'notFound', next: 'Run `patchbay publisher list` to see yours.' },
  node_not_found: { exit: 'notFound', next: 'Run `patchbay search <words>` to find nodes.' },
  version_not_found: { exit: 'notFound', next: 'Run `patchbay versions <node>` to see the others.' },
  app_node_not_found: { exit: 'notFound' },
  method_not_allowed: { exit: 'failed' },
  request_timeout: { exit: 'unavailable', next: later },
  version_exists: { exit: 'conflict', next: raise },
  id_taken: { exit: 'conflict' },
  identity_taken: { exit: 'conflict' },
  illegal_transition: { exit: 'conflict' },
  job_running: { exit: 'conflict', next: later },
  package_exists: { exit: 'conflict', next: raise },
  request_in_progress: { exit: 'conflict', next: later },
  idempotency_key_reused: {
    exit: 'conflict',
    next: 'Look whether the first attempt did it, then try again.',
  },
  position_unknown: { exit: 'conflict' },
  body_too_large: { exit: 'failed' },
  package_too_large: { exit: 'failed' },
  uri_too_long: { exit: 'failed' },
  unsupported_media_type: { exit: 'failed' },
  range_not_satisfiable: { exit: 'failed' },
  invalid_package: { exit: 'failed' },
  package_mismatch: { exit: 'failed' },
  rate_limited: { exit: 'unavailable', next: later },
  headers_too_large: { exit: 'failed' },
  internal: { exit: 'failed', next: 'Give the request id to the operator of the registry.' },
  read_timeout: { exit: 'unavailable', next: 'Ask for less.' },
  unavailable: { exit: 'unavailable', next: later },
};

const ofCommandLine = {
  usage: { exit: 'usage' },
  missing_answer: { exit: 'usage' },
  invalid_setting: { exit: 'usage' },
  no_registry: {
    exit: 'usage',
    next: 'Run `patchbay login --registry https://<registry>`, or set PATCHBAY_URL to its address.',
  },
  environment_unread: {
    exit: 'failed',
    next: 'Set PYTHON to the interpreter of the host, or activate its virtual environment.',
  },
  not_signed_in: { exit: 'refused', next: 'Run `patchbay login`, or set PATCHBAY_TOKEN.' },
  exposed_credentials: { exit: 'refused' },
  insecure_registry: { exit: 'refused' },
  unreachable: {
    exit: 'unavailable',
    next: 'Check the address, which --registry and PATCHBAY_URL set, and whether the registry runs.',
  },
  timeout: { exit: 'unavailable', next: later },
  offline: { exit: 'unavailable', next: 'Run it without --offline.' },
  not_a_registry: {
    exit: 'unavailable',
    next: 'Check the address, which --registry and PATCHBAY_URL set.',
  },
  not_a_database: {
    exit: 'unavailable',
    next: 'Check the address, which --osv and PATCHBAY_OSV_URL set.',
  },
  unknown_error: {
    exit: 'failed',
    next: 'This version of patchbay does not know the error. A newer one may.',
  },
  file_error: { exit: 'failed', next: 'Check the path, your rights to it, and the free space.' },
  requirements_failed: {
    exit: 'failed',
    next: 'Set PYTHON to the interpreter of the host, or activate its virtual environment.',
  },
  no_room: { exit: 'failed', next: 'Free some space, or use a folder on another disk.' },
  folder_busy: { exit: 'conflict', next: 'Wait until it has finished.' },
  folder_taken: { exit: 'conflict', next: 'Move it away, or use --force to replace it.' },
  locally_changed: { exit: 'conflict', next: 'Save what you need of them; --force discards them.' },
  not_installed: { exit: 'notFound', next: 'Check the folder, which --into sets.' },
  invalid_lock: {
    exit: 'failed',
    next: 'Restore patchbay.lock from a copy, or install into another folder.',
  },
  invalid_workflow: {
    exit: 'failed',
    next: 'Save the workflow in the editor of the host, and name that file.',
  },
  damaged_answer: {
    exit: 'failed',
    next: 'Try again; if it happens again, tell the operator of the registry.',
  },
  no_project: { exit: 'usage', next: 'Run `patchbay init` in the folder of the node, or name that folder.' },
  invalid_project: { exit: 'failed' },
  cancelled: { exit: 'cancelled' },
  bug: { exit: 'failed', next: 'This is a bug. Please report it with the text above.' },
} as const satisfies Readonly<Record<string, ErrorRow>>;

/** Every error of the command line: how the process ends, and what to do next. */
export const errors: Readonly<Record<CliErrorCode, ErrorRow>> = { ...ofRegistry, ...ofCommandLine };
export type CliErrorCode = ErrorCode | keyof typeof ofCommandLine;

interface ErrorOptions {
  /** Instead of what the table says. */
  readonly next?: string | undefined;
  /** What is wrong with which value. */
  readonly details?: readonly { readonly path: string; readonly message: string }[] | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** Ends a command. The message is one sentence about what was wrong. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: CliErrorCode;
  readonly next: string | undefined;
  readonly details: ErrorOptions['details'];
  readonly requestId: string | undefined;

  constructor(code: CliErrorCode, message: string, { next, details, requestId, cause }: ErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.next = next ?? errors[code].next;
    this.details = details;
    this.requestId = requestId;
  }
}

/** The same error with another advice. */
export const withNext = ({ code, message, details, requestId, cause }: CliError, next: string): CliError =>
  new CliError(code, message, { next, details, requestId, cause });

/** Throws `offline` where no registry may be called. */
export const requireOnline = ({ isOffline = false }: { readonly isOffline?: boolean }): void => {
  if (isOffline) throw new CliError('offline', 'The command calls the registry, and --offline forbids it.');
};
