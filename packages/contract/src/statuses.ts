export const nodeStatuses = ['NodeStatusActive', 'NodeStatusDeleted', 'NodeStatusBanned'] as const;
export type NodeStatus = (typeof nodeStatuses)[number];

export const nodeVersionStatuses = [
  'NodeVersionStatusActive',
  'NodeVersionStatusDeleted',
  'NodeVersionStatusBanned',
  'NodeVersionStatusPending',
  'NodeVersionStatusFlagged',
] as const;
export type NodeVersionStatus = (typeof nodeVersionStatuses)[number];

export const publisherStatuses = ['PublisherStatusActive', 'PublisherStatusBanned'] as const;
export type PublisherStatus = (typeof publisherStatuses)[number];

export const appNodePolicies = [
  'AppNodePolicyActive',
  'AppNodePolicyBanned',
  'AppNodePolicyLocalOnly',
] as const;
export type AppNodePolicy = (typeof appNodePolicies)[number];

export const extractStatuses = ['pending', 'success', 'failed', 'unsupported'] as const;
export type ExtractStatus = (typeof extractStatuses)[number];

export const memberRoles = ['owner', 'member'] as const;
export type MemberRole = (typeof memberRoles)[number];

export const tokenActions = ['publish', 'edit', 'delete'] as const;
export type TokenAction = (typeof tokenActions)[number];

export const reportStatuses = ['ReportStatusOpen', 'ReportStatusResolved', 'ReportStatusDismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

export const reportReasons = ['malicious', 'broken', 'copied', 'misleading', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
