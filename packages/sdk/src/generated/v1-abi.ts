/** Made from packages/core by `npm run build:docs`. */
const vault = { name: 'vault', type: 'address' } as const;
const delegate = { name: 'delegate', type: 'address' } as const;
const value = { name: 'value', type: 'bool' } as const;
const contract_ = { name: 'contract_', type: 'address' } as const;
const tokenId = { name: 'tokenId', type: 'uint256' } as const;
const bool = { name: '', type: 'bool' } as const;
const type_ = { name: 'type_', type: 'uint8' } as const;
const info = {
  name: 'info',
  type: 'tuple[]',
  components: [type_, vault, delegate, contract_, tokenId],
} as const;
const delegates = { name: 'delegates', type: 'address[]' } as const;
const contractDelegations = {
  name: 'contractDelegations',
  type: 'tuple[]',
  components: [contract_, delegate],
} as const;
const tokenDelegations = {
  name: 'tokenDelegations',
  type: 'tuple[]',
  components: [contract_, tokenId, delegate],
} as const;
const interfaceId = { name: 'interfaceId', type: 'bytes4' } as const;

/** The ABI of the first registry: every event, view and write. */
export const DELEGATE_REGISTRY_V1_ABI = [
  {
    type: 'event',
    name: 'DelegateForAll',
    anonymous: false,
    inputs: [
      { ...vault, indexed: false },
      { ...delegate, indexed: false },
      { ...value, indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'DelegateForContract',
    anonymous: false,
    inputs: [
      { ...vault, indexed: false },
      { ...delegate, indexed: false },
      { ...contract_, indexed: false },
      { ...value, indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'DelegateForToken',
    anonymous: false,
    inputs: [
      { ...vault, indexed: false },
      { ...delegate, indexed: false },
      { ...contract_, indexed: false },
      { ...tokenId, indexed: false },
      { ...value, indexed: false },
    ],
  },
  { type: 'event', name: 'RevokeAllDelegates', anonymous: false, inputs: [{ ...vault, indexed: false }] },
  {
    type: 'event',
    name: 'RevokeDelegate',
    anonymous: false,
    inputs: [
      { ...vault, indexed: false },
      { ...delegate, indexed: false },
    ],
  },
  {
    type: 'function',
    name: 'checkDelegateForAll',
    stateMutability: 'view',
    inputs: [delegate, vault],
    outputs: [bool],
  },
  {
    type: 'function',
    name: 'checkDelegateForContract',
    stateMutability: 'view',
    inputs: [delegate, vault, contract_],
    outputs: [bool],
  },
  {
    type: 'function',
    name: 'checkDelegateForToken',
    stateMutability: 'view',
    inputs: [delegate, vault, contract_, tokenId],
    outputs: [bool],
  },
  {
    type: 'function',
    name: 'getDelegationsByDelegate',
    stateMutability: 'view',
    inputs: [delegate],
    outputs: [info],
  },
  {
    type: 'function',
    name: 'getDelegatesForAll',
    stateMutability: 'view',
    inputs: [vault],
    outputs: [delegates],
  },
  {
    type: 'function',
    name: 'getDelegatesForContract',
    stateMutability: 'view',
    inputs: [vault, contract_],
    outputs: [delegates],
  },
  {
    type: 'function',
    name: 'getDelegatesForToken',
    stateMutability: 'view',
    inputs: [vault, contract_, tokenId],
    outputs: [delegates],
  },
  {
    type: 'function',
    name: 'getContractLevelDelegations',
    stateMutability: 'view',
    inputs: [vault],
    outputs: [contractDelegations],
  },
  {
    type: 'function',
    name: 'getTokenLevelDelegations',
    stateMutability: 'view',
    inputs: [vault],
    outputs: [tokenDelegations],
  },
  {
    type: 'function',
    name: 'delegateForAll',
    stateMutability: 'nonpayable',
    inputs: [delegate, value],
    outputs: [],
  },
  {
    type: 'function',
    name: 'delegateForContract',
    stateMutability: 'nonpayable',
    inputs: [delegate, contract_, value],
    outputs: [],
  },
  {
    type: 'function',
    name: 'delegateForToken',
    stateMutability: 'nonpayable',
    inputs: [delegate, contract_, tokenId, value],
    outputs: [],
  },
  { type: 'function', name: 'revokeAllDelegates', stateMutability: 'nonpayable', inputs: [], outputs: [] },
  {
    type: 'function',
    name: 'revokeDelegate',
    stateMutability: 'nonpayable',
    inputs: [delegate],
    outputs: [],
  },
  { type: 'function', name: 'revokeSelf', stateMutability: 'nonpayable', inputs: [vault], outputs: [] },
  {
    type: 'function',
    name: 'supportsInterface',
    stateMutability: 'view',
    inputs: [interfaceId],
    outputs: [bool],
  },
] as const;
