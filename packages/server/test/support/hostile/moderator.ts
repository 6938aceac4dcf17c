export const moderatorEmail = 'moderator@example.org';
export const moderatorPassword = 'correct horse battery';
