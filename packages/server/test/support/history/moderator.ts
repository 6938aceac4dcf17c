/** Whom the processes of a stage make at start. */
export const moderator = { email: 'moderator@example.org', password: 'correct horse battery' };
