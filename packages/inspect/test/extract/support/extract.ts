import { extractAppNodes, type ExtractionOptions } from '../../../src/extract/extract-app-nodes.ts';
import type { ExtractedAppNode, Extraction } from '../../../src/extract/extraction.ts';

/** Extracts from sources written inline, by path. */
export const extract = (files: Record<string, string>, options?: ExtractionOptions): Promise<Extraction> =>
  extractAppNodes(new Map(Object.entries(files)), options);

/** A class that sets every attribute the host reads. */
export const fullClass = (name: string): string => `
class ${name}:
    CATEGORY = "filters/${name}"
    DESCRIPTION = "What ${name} does."
    FUNCTION = "run"
    DEPRECATED = True
    EXPERIMENTAL = False
    RETURN_TYPES = ("IMAGE", "MASK")
    RETURN_NAMES = ("image", "mask")
    OUTPUT_IS_LIST = (False, True)

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"image": ("IMAGE",), "radius": ("INT", {"default": 3, "min": 0})},
            "optional": {"mode": (["soft", "hard"], {"default": "soft"})},
            "hidden": {"id": "UNIQUE_ID"},
        }
`;

/** What must be found of a `fullClass`, offered under a name. */
export const fullAppNode = (className: string, name: string = className): ExtractedAppNode => ({
  app_node_name: name,
  category: `filters/${className}`,
  deprecated: true,
  description: `What ${className} does.`,
  experimental: false,
  function: 'run',
  input_types:
    '{"required":{"image":["IMAGE"],"radius":["INT",{"default":3,"min":0}]},' +
    '"optional":{"mode":[["soft","hard"],{"default":"soft"}]},"hidden":{"id":"UNIQUE_ID"}}',
  output_is_list: [false, true],
  policy: 'AppNodePolicyActive',
  return_names: '["image","mask"]',
  return_types: '["IMAGE","MASK"]',
});
