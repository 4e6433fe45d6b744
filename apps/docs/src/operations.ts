/** The operations of the API, from its OpenAPI document. */
import document from '../../../docs/api/openapi.json' with { type: 'json' };
import { REFERENCE, urlOf } from './places.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: {
    readonly type: string;
    readonly enum?: readonly string[];
    readonly default?: unknown;
    readonly minimum?: number;
    readonly maximum?: number;
  };
  readonly example?: string | number;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  /** Visitors can try it: it needs no key. */
  readonly isOpen: boolean;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** An example of the body, if it takes one: an empty one where the description has none. */
  readonly body: unknown;
  /** The id of its page. */
  readonly page: string;
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> };
}

const PATHS = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Described>>>>;

export const OPERATIONS: readonly Operation[] = Object.entries(PATHS).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, { operationId, tags, security, summary, parameters = [], requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      tag: tags[0] ?? '',
      isOpen: security?.every((scheme) => Object.keys(scheme).length > 0) !== true,
      summary,
      parameters,
      body: requestBody && (requestBody.content['application/json']?.example ?? {}),
      page: `${REFERENCE}/operations/${operationId.toLowerCase()}`,
    }),
  ),
);

/** Returns the operation that a page is about, or null. */
export function findOperation(pathname: string): Operation | null {
  return OPERATIONS.find(({ page }) => urlOf(page) === pathname) ?? null;
}
