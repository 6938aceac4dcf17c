// Whose CI jobs may publish, and what they got.

export interface TrustedPublishersTable {
  id: string;
  publisher_id: string;
  /** The id of its node in lower case, which need not exist yet; null for all of the publisher. */
  node_key: string | null;
  /** The owner who created it. */
  maker_id: string;
  /** The URL of the issuer. */
  issuer: string;
  /** What it demands of a token, with the numbers that were kept at its first use. */
  terms_json: string;
  created_at: string;
  last_used_at: string | null;
}

/** The tokens of CI jobs that were exchanged, each once. */
export interface TrustedTokensTable {
  /** A digest of the issuer and of the id of the token of the job. */
  identity: string;
  /** What it was exchanged for, of which publisher and by which rule. */
  token_id: string;
  publisher_id: string;
  trusted_publisher_id: string;
  /** From when on both are no good in any case. */
  forget_at: string;
}
