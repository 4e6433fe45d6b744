/** The types that an OpenAPI description asks of this package, as a program that compiles when they are there. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: OpenApiOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: {
    readonly 200: {
      readonly headers?: Readonly<Record<string, unknown>>;
      readonly content: { readonly 'application/json': { readonly schema: Schema } };
    };
  };
}

/** The function of each operation, and what it calls its parameters. */
export const FUNCTIONS: Readonly<Record<string, string>> = {
  v2List: 'listDelegations',
  v2CheckAll: 'checkAll',
  v2CheckContract: 'checkContract',
  v2CheckErc721: 'checkErc721',
  v2CheckErc1155: 'checkErc1155',
  v2CheckErc20: 'checkErc20',
  v1List: 'listDelegationsV1',
  v1CheckAll: 'checkAllV1',
  v1CheckContract: 'checkContractV1',
  v1CheckToken: 'checkTokenV1',
  getStatus: 'getStatus',
  getNetworks: 'getNetworks',
};
/** For machines that watch the service. */
export const WITHOUT_FUNCTION = ['getHealth', 'getReady'];

/** The schemas that are types of this package. */
const NAMES: Readonly<Record<string, string>> = {
  DelegationV1: 'DelegationV1',
  DelegationV2: 'Delegation',
  Status: 'Status',
  Networks: 'Networks',
};

const FIELDS: Readonly<Record<string, string>> = { delegate: 'to', vault: 'from' };
/** Always sent as `string`. */
const FIXED = ['numbers'];

export function writeContractTypes({ paths, components: { schemas } }: OpenApi, sdk: string): string {
  const codes = schemas['Problem']?.properties?.['code'] ?? {};
  const asserted = [
    ...Object.entries(NAMES).map(([schema, name]) => equal(`sdk.${name}`, typeOf(schemas[schema] ?? {}))),
    equal('sdk.ProblemCode', typeOf(codes)),
    ...Object.values(paths).flatMap(({ get }) => assertOperation(get)),
  ];
  return [
    `import type * as sdk from '${sdk}/index.ts';`,
    `import type { Equal, Expect } from '${sdk}/testing/equal.ts';`,
    // Both sides are written out, so that an interface equals what has the same fields.
    'type Flat<T> = T extends bigint | string | number | boolean | null | undefined ? T : { [K in keyof T]: Flat<T[K]> };',
    `export type Contract = [\n${asserted.map((line) => `  ${line},`).join('\n')}\n];\n`,
  ].join('\n');
}

function equal(ours: string, theirs: string): string {
  return `Expect<Equal<Flat<${ours}>, Flat<${theirs}>>>`;
}

function assertOperation({ operationId, parameters = [], responses }: OpenApiOperation): string[] {
  if (WITHOUT_FUNCTION.includes(operationId)) return [];
  const name = FUNCTIONS[operationId] ?? `nothing_for_${operationId}`;
  const fields = parameters
    .filter((parameter) => !FIXED.includes(parameter.name))
    .map(({ name: field, required, schema }) =>
      required
        ? `readonly ${FIELDS[field] ?? field}: ${typeOf(schema)}`
        : `readonly ${FIELDS[field] ?? field}?: ${typeOf(schema)} | undefined`,
    );
  const answered = `Awaited<ReturnType<typeof sdk.${name}>>`;
  const answer = typeOf(responses[200].content['application/json'].schema);
  if (fields.length === 0) return [equal(answered, answer)];
  return [
    equal(`Omit<Parameters<typeof sdk.${name}>[1], 'signal'>`, `{ ${fields.join('; ')} }`),
    equal(`${answered}['value']`, answer),
  ];
}

const HEX = /^\^(?:\(\?:\|)?0x\[0-9a-f/;
const UINT256 = /^\^\(\?:\\d\{1,78\}\|0x/;

/** A type of this package for what a schema allows. Numbers that may be large come as strings, and become bigint. */
function typeOf(schema: Schema, name = ''): string {
  if (schema.$ref) {
    const target = schema.$ref.split('/').at(-1) ?? '';
    return target === 'Uint256' ? 'bigint' : `sdk.${NAMES[target]}`;
  }
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, name)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (typeof schema.type === 'object')
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'string') return stringOf(schema, name);
  return { integer: 'number', boolean: 'boolean', null: 'null' }[schema.type ?? ''] ?? 'never';
}

function stringOf({ pattern = '' }: Schema, name: string): string {
  if (UINT256.test(pattern)) return 'bigint';
  // A hash that has no pattern is one all the same.
  return HEX.test(pattern) || name === 'hash' ? 'sdk.Hex' : 'string';
}

function objectOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, name)}`,
  );
  return `{ ${fields.join('; ')} }`;
}
