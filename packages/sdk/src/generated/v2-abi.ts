/** Made from packages/core by `npm run build:docs`. */
const from = { name: 'from', type: 'address' } as const;
const to = { name: 'to', type: 'address' } as const;
const rights = { name: 'rights', type: 'bytes32' } as const;
const enable = { name: 'enable', type: 'bool' } as const;
const contract_ = { name: 'contract_', type: 'address' } as const;
const tokenId = { name: 'tokenId', type: 'uint256' } as const;
const amount = { name: 'amount', type: 'uint256' } as const;
const valid = { name: 'valid', type: 'bool' } as const;
const type_ = { name: 'type_', type: 'uint8' } as const;
const delegations_ = {
  name: 'delegations_',
  type: 'tuple[]',
  components: [type_, to, from, rights, contract_, tokenId, amount],
} as const;
const delegationHashes = { name: 'delegationHashes', type: 'bytes32[]' } as const;
const hashes = { name: 'hashes', type: 'bytes32[]' } as const;
const location = { name: 'location', type: 'bytes32' } as const;
const contents = { name: 'contents', type: 'bytes32' } as const;
const locations = { name: 'locations', type: 'bytes32[]' } as const;
const contents_ = { name: 'contents', type: 'bytes32[]' } as const;
const hash = { name: 'hash', type: 'bytes32' } as const;
const data = { name: 'data', type: 'bytes[]' } as const;
const results = { name: 'results', type: 'bytes[]' } as const;
const interfaceId = { name: 'interfaceId', type: 'bytes4' } as const;
const bool = { name: '', type: 'bool' } as const;

/** The ABI of the second registry: every event, view, write and error. */
export const DELEGATE_REGISTRY_V2_ABI = [
  { type: 'error', name: 'MulticallFailed', inputs: [] },
  {
    type: 'event',
    name: 'DelegateAll',
    anonymous: false,
    inputs: [
      { ...from, indexed: true },
      { ...to, indexed: true },
      { ...rights, indexed: false },
      { ...enable, indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'DelegateContract',
    anonymous: false,
    inputs: [
      { ...from, indexed: true },
      { ...to, indexed: true },
      { ...contract_, indexed: true },
      { ...rights, indexed: false },
      { ...enable, indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'DelegateERC721',
    anonymous: false,
    inputs: [
      { ...from, indexed: true },
      { ...to, indexed: true },
      { ...contract_, indexed: true },
      { ...tokenId, indexed: false },
      { ...rights, indexed: false },
      { ...enable, indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'DelegateERC20',
    anonymous: false,
    inputs: [
      { ...from, indexed: true },
      { ...to, indexed: true },
      { ...contract_, indexed: true },
      { ...rights, indexed: false },
      { ...amount, indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'DelegateERC1155',
    anonymous: false,
    inputs: [
      { ...from, indexed: true },
      { ...to, indexed: true },
      { ...contract_, indexed: true },
      { ...tokenId, indexed: false },
      { ...rights, indexed: false },
      { ...amount, indexed: false },
    ],
  },
  {
    type: 'function',
    name: 'checkDelegateForAll',
    stateMutability: 'view',
    inputs: [to, from, rights],
    outputs: [valid],
  },
  {
    type: 'function',
    name: 'checkDelegateForContract',
    stateMutability: 'view',
    inputs: [to, from, contract_, rights],
    outputs: [valid],
  },
  {
    type: 'function',
    name: 'checkDelegateForERC721',
    stateMutability: 'view',
    inputs: [to, from, contract_, tokenId, rights],
    outputs: [valid],
  },
  {
    type: 'function',
    name: 'checkDelegateForERC20',
    stateMutability: 'view',
    inputs: [to, from, contract_, rights],
    outputs: [amount],
  },
  {
    type: 'function',
    name: 'checkDelegateForERC1155',
    stateMutability: 'view',
    inputs: [to, from, contract_, tokenId, rights],
    outputs: [amount],
  },
  {
    type: 'function',
    name: 'getIncomingDelegations',
    stateMutability: 'view',
    inputs: [to],
    outputs: [delegations_],
  },
  {
    type: 'function',
    name: 'getOutgoingDelegations',
    stateMutability: 'view',
    inputs: [from],
    outputs: [delegations_],
  },
  {
    type: 'function',
    name: 'getIncomingDelegationHashes',
    stateMutability: 'view',
    inputs: [to],
    outputs: [delegationHashes],
  },
  {
    type: 'function',
    name: 'getOutgoingDelegationHashes',
    stateMutability: 'view',
    inputs: [from],
    outputs: [delegationHashes],
  },
  {
    type: 'function',
    name: 'getDelegationsFromHashes',
    stateMutability: 'view',
    inputs: [hashes],
    outputs: [delegations_],
  },
  { type: 'function', name: 'readSlot', stateMutability: 'view', inputs: [location], outputs: [contents] },
  { type: 'function', name: 'readSlots', stateMutability: 'view', inputs: [locations], outputs: [contents_] },
  {
    type: 'function',
    name: 'delegateAll',
    stateMutability: 'payable',
    inputs: [to, rights, enable],
    outputs: [hash],
  },
  {
    type: 'function',
    name: 'delegateContract',
    stateMutability: 'payable',
    inputs: [to, contract_, rights, enable],
    outputs: [hash],
  },
  {
    type: 'function',
    name: 'delegateERC721',
    stateMutability: 'payable',
    inputs: [to, contract_, tokenId, rights, enable],
    outputs: [hash],
  },
  {
    type: 'function',
    name: 'delegateERC20',
    stateMutability: 'payable',
    inputs: [to, contract_, rights, amount],
    outputs: [hash],
  },
  {
    type: 'function',
    name: 'delegateERC1155',
    stateMutability: 'payable',
    inputs: [to, contract_, tokenId, rights, amount],
    outputs: [hash],
  },
  { type: 'function', name: 'multicall', stateMutability: 'payable', inputs: [data], outputs: [results] },
  { type: 'function', name: 'sweep', stateMutability: 'nonpayable', inputs: [], outputs: [] },
  {
    type: 'function',
    name: 'supportsInterface',
    stateMutability: 'pure',
    inputs: [interfaceId],
    outputs: [bool],
  },
] as const;
