/** The description of the interface in `docs/api/openapi.json`. */
import { readFileSync } from 'node:fs';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly const?: boolean;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: {
    readonly 200: {
      readonly headers?: Readonly<Record<string, unknown>>;
      readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
    };
  };
}

const WHOLE: OpenApi = JSON.parse(
  readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8'),
);

/** Without the paths of webhooks: they manage endpoints, and the client only reads. */
export const OPEN_API: OpenApi = {
  ...WHOLE,
  paths: Object.fromEntries(Object.entries(WHOLE.paths).filter(([path]) => !path.startsWith('/webhooks'))),
};

/** Follows a reference to its schema. */
export function findSchema(schema: Schema, schemas: OpenApi['components']['schemas']): Schema {
  return (schema.$ref && schemas[schema.$ref.split('/').at(-1) ?? '']) || schema;
}

export const OPERATIONS = Object.entries(OPEN_API.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
