/** Generates a program that compiles only if the SDK's types match an OpenAPI description. */
import * as explore from '../explore/index.ts';
import { CALLS, WITHOUT_FUNCTION } from './calls.ts';
import { findSchema, type OpenApi, type OpenApiOperation, type Parameter, type Schema } from './open-api.ts';

type Schemas = OpenApi['components']['schemas'];

/** The function of each operation. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map(
  CALLS.map(({ operation, functionName }) => [operation, functionName]),
);

/** The schemas that are public types of the SDK under the same name. */
const OF_SDK = [
  ...['StandingGrant', 'ProvenBlock', 'Proof', 'Block', 'ChainAnswer', 'BatchAnswers', 'ProvenBatchAnswers'],
  ...['DelegationV1', 'Change', 'Changes', 'Status', 'Networks', 'Audit', 'AuditReport', 'AuditKey'],
];
const OF_EXPLORE = ['Names', 'ResolvedName', 'StatusHistory', 'WalletDelegation'];
/** All that are public types. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OF_SDK.map((name) => [name, `sdk.${name}`])),
  ...Object.fromEntries(OF_EXPLORE.map((name) => [name, `explore.${name}`])),
  DelegationV2: 'sdk.Delegation',
  ExactDelegationV2: 'sdk.ExactDelegation',
  ExplainedBoolean: 'sdk.Explained<boolean>',
  ExplainedBalance: 'sdk.Explained<bigint>',
  ProvenBoolean: 'sdk.Proven<boolean>',
  ProvenBalance: 'sdk.Proven<bigint>',
  ChainState: 'sdk.ChainDoubt',
  Node: 'sdk.NodeStatus',
  NamedAddress: 'explore.AddressNames',
  NamedContract: 'explore.TokenContract',
  NamedToken: 'explore.TokenPicture',
  Account: 'explore.Account',
  WalletAccount: 'explore.WalletAccount',
};
/** Schemas that the SDK presents in another form. */
const FORMS: Readonly<Record<string, string>> = {
  ...NAMES,
  // In the interface the chain is beside the block, in the SDK it is inside.
  Block: "Omit<sdk.Block, 'chainId'>",
  ProvenBlock: "Omit<sdk.ProvenBlock, 'chainId'>",
  // The interface lists all chains together, the SDK separates those that did not answer.
  Resolved:
    "{ readonly wallets: sdk.PartlyResolved['wallets']; readonly next: sdk.PartlyResolved['nextCursor']; " +
    "readonly chains: (sdk.PartlyResolved['chains'][number] | sdk.PartlyResolved['unknown'][number])[] }",
  WalletPage: "Omit<explore.WalletPage, 'nextCursor'> & { readonly next: explore.WalletPage['nextCursor'] }",
  // A newer service may send more kinds.
  Account: "Omit<explore.Account, 'kind'> & { readonly kind: explore.AccountKind }",
  // The interface sends the digits of a token id, the SDK gives a number.
  NamedAddress: "Omit<explore.AddressNames, 'tokenId'> & { readonly tokenId: string | null }",
  Batch: "Merged<Omit<sdk.BatchParameters, 'signal'>>",
  BatchCheck: 'Merged<sdk.BatchCheck>',
};
/** Operations whose answers are compared whole, and the form that the interface gives to what their function returns. */
const ANSWERS: Readonly<Record<string, 'Blocked' | 'Paged'>> = {
  getEligibility: 'Blocked',
  getEligibilityOfMany: 'Blocked',
  getExclusiveWallet: 'Blocked',
  getExclusiveOwner: 'Blocked',
  listExclusiveVaults: 'Paged',
  listTokens: 'Paged',
  checkTokens: 'Blocked',
};
/** Schemas of request bodies, with the fields of all kinds together. */
const SENT = ['Batch', 'BatchCheck'];

const FIELDS: Readonly<Record<string, string>> = { delegate: 'to', vault: 'from' };
/** Always sent with the same value: numbers as strings, snapshots as JSON lines. Only `delegate` sends `firstGrant`. */
const FIXED = ['numbers', 'format', 'checks', 'firstGrant'];
/** Parameters with a better type than text. */
const GIVEN: Readonly<Record<string, string>> = {
  atTime: 'number | Date',
  tokenId: 'bigint',
  chainIds: 'readonly number[]',
  registries: 'readonly sdk.Registry[]',
  min: 'bigint',
  of: 'readonly explore.NameQuestion[]',
};

export function writeContractTypes({ paths, components: { schemas } }: OpenApi, sdk: string): string {
  const codes = schemas['Problem']?.properties?.['code'] ?? {};
  const asserted = [
    ...Object.entries(FORMS).map(([name, ours]) => {
      const schema = schemas[name] ?? {};
      return equal(ours, SENT.includes(name) ? mergedOf(schema.properties ?? {}) : typeOf(schema));
    }),
    equal('sdk.ProblemCode', typeOf(codes)),
    ...Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap((operation) => [
        ...assertOperation(operation),
        ...assertAnswer(operation, schemas),
      ]),
    ),
  ];
  return [
    `import type * as sdk from '${sdk}/index.ts';`,
    `import type * as explore from '${sdk}/explore/index.ts';`,
    `import type { Equal, Expect } from '${sdk}/testing/equal.ts';`,
    // Flattens both sides, so that an interface equals a type with the same fields.
    'type Flat<T> = T extends bigint | string | number | boolean | null | undefined ? T : { [K in keyof T]: Flat<T[K]> };',
    // All fields of a union.
    'type Keys<T> = T extends unknown ? keyof T : never;',
    'type At<T, K> = T extends unknown ? (K extends keyof T ? Exclude<T[K], undefined> : never) : never;',
    'type Merged<T> = { readonly [K in Keys<T>]: At<T, K> };',
    // In the interface the safe block is inside the block, in the SDK beside it.
    'export type Inside = { readonly block: sdk.Block & { readonly safeNumber: number | null } };',
    "export type Blocked<T> = Omit<T, 'block' | 'safeBlock'> & Inside;",
    "export type Paged<T extends { nextCursor: unknown }> = Omit<Blocked<T>, 'nextCursor'> & { readonly next: T['nextCursor'] };",
    `export type Contract = [\n${asserted.map((line) => `  ${line},`).join('\n')}\n];\n`,
  ].join('\n');
}

function equal(ours: string, theirs: string): string {
  return `Expect<Equal<Flat<${ours}>, Flat<${theirs}>>>`;
}

/** Returns the name of a function with the module that exports it. */
const placeOf = (name: string) => `${name in explore ? 'explore' : 'sdk'}.${name}`;

/** Parameters of a call that are not sent. */
const OF_CALLS = "'signal' | 'partial'";

function assertOperation({ operationId, tags, parameters = [], responses }: OpenApiOperation): string[] {
  if (WITHOUT_FUNCTION.includes(operationId)) return [];
  const name = placeOf(FUNCTIONS.get(operationId) ?? `nothing_for_${operationId}`);
  const { schema = null } = responses[200].content['application/json'] ?? {};
  const answered = `Awaited<ReturnType<typeof ${name}>>`;
  if (tags.includes('beyond')) {
    if (parameters.length === 0) return [];
    const fields = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema]));
    return [equal(`Omit<Merged<Parameters<typeof ${name}>[1]>, ${OF_CALLS}>`, mergedOf(fields))];
  }
  const hasReasons = parameters.some((parameter) => parameter.name === 'explain');
  const answers = schema?.anyOf?.slice(0, hasReasons ? 3 : 1) ?? [schema ?? {}];
  const [plain = '', explained, proven] = answers.map((one) => typeOf(one));
  if (parameters.length === 0) return [equal(answered, plain)];
  const taken = equal(`Omit<NonNullable<Parameters<typeof ${name}>[1]>, ${OF_CALLS}>`, takenOf(parameters));
  if (tags.includes('service')) return [taken, equal(answered, plain)];
  if (operationId === 'v2List') {
    const exact = typeOf(schema?.anyOf?.at(-1) ?? {});
    const listed = (types: string) => `Awaited<ReturnType<typeof ${name}<'${types}'>>>['value']`;
    return [taken, equal(listed('scope'), plain), equal(listed('exact'), exact)];
  }
  return [
    taken,
    equal(`${answered}['value']`, plain),
    ...(explained ? [equal(`Awaited<ReturnType<typeof ${name}<true>>>`, explained)] : []),
    ...(proven ? [equal(`Awaited<ReturnType<typeof ${name}<false, true>>>`, proven)] : []),
  ];
}

function assertAnswer({ operationId, responses }: OpenApiOperation, schemas: Schemas): string[] {
  const form = ANSWERS[operationId];
  const { schema } = responses[200].content['application/json'] ?? {};
  if (!form || !schema) return [];
  return [
    equal(
      `${form}<Awaited<ReturnType<typeof sdk.${operationId}>>>`,
      typeOf(withoutReferences(schema, schemas)),
    ),
  ];
}

/** Replaces references to schemas that are no types of the SDK. */
function withoutReferences(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1) ?? '';
  if (schema.$ref && (NAMES[name] || name === 'Uint256')) return schema;
  const { properties, items, anyOf, ...rest } = findSchema(schema, schemas);
  const each = (one: Schema) => withoutReferences(one, schemas);
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, each(one)])),
    }),
    ...(items && { items: each(items) }),
    ...(anyOf && { anyOf: anyOf.map(each) }),
  };
}

function takenOf(parameters: readonly Parameter[]): string {
  const fields = parameters
    .filter(({ name }) => !FIXED.includes(name))
    .map(({ name, required, schema }) => {
      const [field, type] = [FIELDS[name] ?? name, GIVEN[name] ?? typeOf(schema)];
      return required ? `readonly ${field}: ${type}` : `readonly ${field}?: ${type} | undefined`;
    });
  return `{ ${fields.join('; ')} }`;
}

function mergedOf(properties: Readonly<Record<string, Schema>>): string {
  const fields = Object.entries(properties)
    .filter(([name]) => !FIXED.includes(name))
    .map(([name, schema]) => `readonly ${name}: ${GIVEN[name] ?? typeOf(schema)}`);
  return `{ ${fields.join('; ')} }`;
}

const HEX = /^\^(?:\(\?:\|)?0(?:x|\[xX\])\[0-9a-f/;
const UINT256 = /^\^\(\?:\\d\{1,78\}\|0(?:x|\[xX\])/;

/** Returns the SDK's type for a schema. Numbers that may be large are sent as strings and become bigint. */
function typeOf(schema: Schema, name = ''): string {
  if (schema.$ref) return nameOf(schema.$ref.split('/').at(-1) ?? '');
  if (schema.const !== undefined) return String(schema.const);
  // A newer service may send more codes and reasons.
  if (name === 'code' || name === 'reason') return `${typeOf(schema)} | (string & {})`;
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, name)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (typeof schema.type === 'object')
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'string') return stringOf(schema, name);
  return (
    { integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type ?? ''] ?? 'never'
  );
}

function nameOf(target: string): string {
  return target === 'Uint256' ? 'bigint' : (NAMES[target] ?? `nothing_for_${target}`);
}

function stringOf({ pattern = '' }: Schema, name: string): string {
  if (UINT256.test(pattern)) return 'bigint';
  // A hash without a pattern is still a hash.
  return HEX.test(pattern) || name === 'hash' ? 'sdk.Hex' : 'string';
}

function objectOf({ properties = {}, required = [] }: Schema): string {
  // An optional field of the interface is null in the SDK.
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `readonly ${name}: ${typeOf(schema, name)}${required.includes(name) ? '' : ' | null'}`,
  );
  return `{ ${fields.join('; ')} }`;
}
