// What is looked up about accounts from time to time.

export interface PolicyTables {
  password_checks: PasswordChecksTable;
  email_domains: EmailDomainsTable;
  lapsed_addresses: LapsedAddressesTable;
}

/** When the password of a user was last looked up among breached ones at a sign-in. */
interface PasswordChecksTable {
  user_id: string;
  /** Of the password then; see `accounts/session-of-password.ts`. */
  password_mark: string;
  checked_at: string;
}

/** A domain of verified addresses, as it was last looked up. */
interface EmailDomainsTable {
  domain: string;
  looked_at: string;
  /** When it was first found to be gone; null while it is there. */
  missing_since: string | null;
}

/** An account whose address stopped counting because its domain is gone. */
interface LapsedAddressesTable {
  user_id: string;
  lapsed_at: string;
}
