/** The Python of an app-node with these inputs, as JSON writes them, and outputs. */
export const nodeSource = (
  name: string,
  required: object,
  outputs: readonly string[] = ['IMAGE'],
): string => `
class ${name}:
    CATEGORY = "image"
    FUNCTION = "run"
    RETURN_TYPES = (${outputs.map((type) => `"${type}",`).join(' ')})

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": ${JSON.stringify(required)}}


NODE_CLASS_MAPPINGS = {"${name}": ${name}}
`;
