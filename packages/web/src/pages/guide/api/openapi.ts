import { type Endpoint as Declared, endpoints } from '@patchbay/contract';

/** What the pages read of an OpenAPI document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  maxLength?: number;
  maxItems?: number;
  format?: string;
  anyOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

interface Content {
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: object[];
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Document {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** An operation with its address. */
export interface Endpoint extends Operation {
  method: string;
  path: string;
  /** Its name in the SDK, which is the same for every host. */
  name: string;
}

/** In the order of the document, whose own names are those of the host. */
const names: readonly string[] = [
  ...Map.groupBy(
    Object.entries<Declared>(endpoints).filter(([, { isDryRun }]) => isDryRun !== true),
    ([, { path }]) => path,
  ).values(),
].flatMap((ofPath) => ofPath.map(([name]) => name));

/** The operations of one area, in the order of the document. */
export const endpointsOf = ({ paths }: Document, area: string): Endpoint[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    )
    .map((operation, index) => ({
      ...operation,
      method: operation.method.toUpperCase(),
      name: names[index] ?? operation.operationId,
    }))
    .filter(({ tags }) => tags.includes(area));
