import type { ExtractionProblem } from './evaluate/interpreter.ts';

/** What the package's sources define. */
export interface Extraction {
  /**
   * `success`: definitions were found; `failed`: there are some, none could be read; `unsupported`: the
   * package defines none.
   */
  status: 'success' | 'failed' | 'unsupported';
  /** 0 to 1: how much of it is known for sure. */
  confidence: number;
  appNodes: ExtractedAppNode[];
  problems: ExtractionProblem[];
}

/** An app-node with the interface's own keys; what the class does not set is left out. */
export interface ExtractedAppNode {
  app_node_name: string;
  category?: string;
  deprecated?: boolean;
  description?: string;
  display_name?: string;
  experimental?: boolean;
  function?: string;
  input_is_list?: boolean;
  /** JSON text, in the host's order. */
  input_types?: string;
  output_is_list?: boolean[];
  output_node?: boolean;
  output_tooltips?: string[];
  policy: 'AppNodePolicyActive';
  /** JSON text. */
  return_names?: string;
  /** JSON text. */
  return_types?: string;
  search_aliases?: string[];
}

export type { ExtractionProblem };
