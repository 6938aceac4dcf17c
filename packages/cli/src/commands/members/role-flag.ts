/** The role of a member, as a flag. */
export const roleFlag = {
  kind: 'enum',
  values: ['owner', 'member'],
  brief: 'Members publish and edit; owners also manage members and tokens, and delete',
} as const;
