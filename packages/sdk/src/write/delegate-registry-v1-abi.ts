import { contract, delegate, plain, supportsInterface, tokenId, type, value, vault } from './abi-parts.ts';

const yes = { name: '', type: 'bool' } as const;
const delegates = { name: 'delegates', type: 'address[]' } as const;

/** The ABI of the first registry: every event, view and write. */
export const DELEGATE_REGISTRY_V1_ABI = [
  {
    type: 'event',
    name: 'DelegateForAll',
    anonymous: false,
    inputs: [plain(vault), plain(delegate), plain(value)],
  },
  {
    type: 'event',
    name: 'DelegateForContract',
    anonymous: false,
    inputs: [plain(vault), plain(delegate), plain(contract), plain(value)],
  },
  {
    type: 'event',
    name: 'DelegateForToken',
    anonymous: false,
    inputs: [plain(vault), plain(delegate), plain(contract), plain(tokenId), plain(value)],
  },
  { type: 'event', name: 'RevokeAllDelegates', anonymous: false, inputs: [plain(vault)] },
  { type: 'event', name: 'RevokeDelegate', anonymous: false, inputs: [plain(vault), plain(delegate)] },
  {
    type: 'function',
    name: 'checkDelegateForAll',
    stateMutability: 'view',
    inputs: [delegate, vault],
    outputs: [yes],
  },
  {
    type: 'function',
    name: 'checkDelegateForContract',
    stateMutability: 'view',
    inputs: [delegate, vault, contract],
    outputs: [yes],
  },
  {
    type: 'function',
    name: 'checkDelegateForToken',
    stateMutability: 'view',
    inputs: [delegate, vault, contract, tokenId],
    outputs: [yes],
  },
  {
    type: 'function',
    name: 'getDelegationsByDelegate',
    stateMutability: 'view',
    inputs: [delegate],
    outputs: [{ name: 'info', type: 'tuple[]', components: [type, vault, delegate, contract, tokenId] }],
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
    inputs: [vault, contract],
    outputs: [delegates],
  },
  {
    type: 'function',
    name: 'getDelegatesForToken',
    stateMutability: 'view',
    inputs: [vault, contract, tokenId],
    outputs: [delegates],
  },
  {
    type: 'function',
    name: 'getContractLevelDelegations',
    stateMutability: 'view',
    inputs: [vault],
    outputs: [{ name: 'contractDelegations', type: 'tuple[]', components: [contract, delegate] }],
  },
  {
    type: 'function',
    name: 'getTokenLevelDelegations',
    stateMutability: 'view',
    inputs: [vault],
    outputs: [{ name: 'tokenDelegations', type: 'tuple[]', components: [contract, tokenId, delegate] }],
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
    inputs: [delegate, contract, value],
    outputs: [],
  },
  {
    type: 'function',
    name: 'delegateForToken',
    stateMutability: 'nonpayable',
    inputs: [delegate, contract, tokenId, value],
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
  supportsInterface('view'),
] as const;
