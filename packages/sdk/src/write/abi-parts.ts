/** The arguments that functions and events of the registries share. `as const` keeps the literals that viem infers from. */

const named = <const Name extends string, const Type extends string>(name: Name, type: Type) =>
  ({ name, type }) as const;

/** An event argument that is a topic of its log. */
export const indexed = <const Part extends { name: string; type: string }>(part: Part) =>
  ({ ...part, indexed: true }) as const;

/** An event argument in the data of its log. */
export const plain = <const Part extends { name: string; type: string }>(part: Part) =>
  ({ ...part, indexed: false }) as const;

export const to = named('to', 'address');
export const from = named('from', 'address');
export const delegate = named('delegate', 'address');
export const vault = named('vault', 'address');
export const contract = named('contract_', 'address');
export const tokenId = named('tokenId', 'uint256');
export const rights = named('rights', 'bytes32');
export const amount = named('amount', 'uint256');
export const enable = named('enable', 'bool');
export const value = named('value', 'bool');
export const valid = named('valid', 'bool');
export const hash = named('hash', 'bytes32');
export const type = named('type_', 'uint8');

export const supportsInterface = <const Mutability extends 'pure' | 'view'>(stateMutability: Mutability) =>
  ({
    type: 'function',
    name: 'supportsInterface',
    stateMutability,
    inputs: [named('interfaceId', 'bytes4')],
    outputs: [named('', 'bool')],
  }) as const;
