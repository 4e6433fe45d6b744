/** The parts that schemas of answers are built from. */
import { getKind, listKinds, REGISTRY_IDS } from '@mandate/core';
import { type Json, ref } from '../operations/index.ts';

export const address = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$', description: 'EIP-55' };
export const TYPE = { type: 'string', enum: ['NONE', 'ALL', 'CONTRACT', 'TOKEN'] };
export const orNull = (schema: Json) => ({ anyOf: [schema, { type: 'null' }] });
export const scope = {
  contract: { ...orNull(address), description: 'Null if the delegation is not limited to a contract' },
  tokenId: { ...orNull(ref('schemas/Uint256')), description: 'Null if it is not limited to a token' },
};
/** Creates the schema of an object that has all of these fields, but for those that are optional. */
export function object(
  properties: Json,
  { optional = [], ...more }: { optional?: string[]; description?: string } = {},
) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...more, required, properties };
}
export const string = { type: 'string' };
export const boolean = { type: 'boolean' };
export const integer = { type: 'integer' };
/** Without a description, the items say it all. */
export const listOf = (items: Json, description?: string) => ({ type: 'array', description, items });
export const integerOrNull = { type: ['integer', 'null'] };

export const HASH = { type: 'string', pattern: '^0x[0-9a-f]{64}$' };
export const rights = {
  ...HASH,
  description: '32 zero bytes: full rights. Anything else limits the delegation to that purpose.',
};
const V2_KINDS = listKinds('v2').map((kind) => getKind('v2', kind));
export const tokenType = {
  enum: [...V2_KINDS.flatMap(({ tokenType }) => tokenType ?? []), null],
  description: 'Null unless `type` is `TOKEN`',
};
const COUNTED = V2_KINDS.flatMap(({ answer, tokenType }) => (answer === 'balance' && tokenType) || []);
export const amount = {
  ...orNull(ref('schemas/Uint256')),
  description: `Of ${new Intl.ListFormat('en').format(COUNTED)} delegations`,
};
/** A delegation of either registry, under one set of names. */
export const GRANT = {
  registry: { type: 'string', enum: REGISTRY_IDS },
  type: { type: 'string', enum: ['ALL', 'CONTRACT', 'TOKEN'] },
  from: address,
  to: address,
  ...scope,
  rights: { ...orNull(rights), description: 'Null in v1, where every delegation has full rights' },
  tokenType: { ...tokenType, description: 'Null unless it is a v2 delegation of a token' },
  amount,
};
