/** Sign-ins with an external provider that are under way. */
export interface SignInFlowsTable {
  /** The SHA-256 of the secret that the browser holds. */
  id: string;
  purpose: 'sign-in' | 'device' | 'link';
  /** To whose account an identity is to be linked. */
  user_id: string | null;
  /** The digest of the code of the device that is to be approved, as the device codes hold it. */
  user_code: string | null;
  /** The mark of the network that began it. */
  network: string;
  expires_at: string;
}

/** Memberships that came from groups of the external provider, and end with them. */
export interface GroupMembersTable {
  publisher_id: string;
  user_id: string;
}
