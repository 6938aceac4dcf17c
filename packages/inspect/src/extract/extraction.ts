import type { ExtractionProblem } from './evaluate/interpreter.ts';

/** What the package's sources define. */
export interface Extraction {
  /**
   * `success`: definitions were found; `failed`: there are some, but none could be read; `unsupported`: the package
   * defines none.
   */
  status: 'success' | 'failed' | 'unsupported';
  /** From 0 to 1: the share that is known with certainty. */
  confidence: number;
  appNodes: ExtractedAppNode[];
  problems: ExtractionProblem[];
}

/** An app-node with the keys of the interface; keys that the class does not set are absent. */
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
