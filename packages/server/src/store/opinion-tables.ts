// What users say of nodes.
import type { ReportReason, ReportStatus } from '@patchbay/contract';

export interface ReviewsTable {
  node_key: string;
  user_id: string;
  star: number;
  created_at: string;
}

export interface ReportsTable {
  id: string;
  node_key: string;
  /** The number of the version; null if it is about the whole node. */
  version: string | null;
  user_id: string;
  reason: ReportReason;
  text: string;
  status: ReportStatus;
  answer: string | null;
  created_at: string;
  answered_at: string | null;
}
