import { parseAbi } from 'viem/utils';
import type { Registry } from './registries.ts';

/** The first registry: every event, view and write. No event argument is indexed. */
export const v1Abi = parseAbi([
  'event DelegateForAll(address vault, address delegate, bool value)',
  'event DelegateForContract(address vault, address delegate, address contract_, bool value)',
  'event DelegateForToken(address vault, address delegate, address contract_, uint256 tokenId, bool value)',
  'event RevokeAllDelegates(address vault)',
  'event RevokeDelegate(address vault, address delegate)',

  'struct DelegationInfo { uint8 type_; address vault; address delegate; address contract_; uint256 tokenId; }',
  'struct ContractDelegation { address contract_; address delegate; }',
  'struct TokenDelegation { address contract_; uint256 tokenId; address delegate; }',
  'function checkDelegateForAll(address delegate, address vault) view returns (bool)',
  'function checkDelegateForContract(address delegate, address vault, address contract_) view returns (bool)',
  'function checkDelegateForToken(address delegate, address vault, address contract_, uint256 tokenId) view returns (bool)',
  'function getDelegationsByDelegate(address delegate) view returns (DelegationInfo[])',
  'function getDelegatesForAll(address vault) view returns (address[])',
  'function getDelegatesForContract(address vault, address contract_) view returns (address[])',
  'function getDelegatesForToken(address vault, address contract_, uint256 tokenId) view returns (address[])',
  'function getContractLevelDelegations(address vault) view returns (ContractDelegation[])',
  'function getTokenLevelDelegations(address vault) view returns (TokenDelegation[])',

  'function delegateForAll(address delegate, bool value)',
  'function delegateForContract(address delegate, address contract_, bool value)',
  'function delegateForToken(address delegate, address contract_, uint256 tokenId, bool value)',
  'function revokeAllDelegates()',
  'function revokeDelegate(address delegate)',
  'function revokeSelf(address vault)',
]);

/** The second registry: every event, view and write. */
export const v2Abi = parseAbi([
  'event DelegateAll(address indexed from, address indexed to, bytes32 rights, bool enable)',
  'event DelegateContract(address indexed from, address indexed to, address indexed contract_, bytes32 rights, bool enable)',
  'event DelegateERC721(address indexed from, address indexed to, address indexed contract_, uint256 tokenId, bytes32 rights, bool enable)',
  'event DelegateERC20(address indexed from, address indexed to, address indexed contract_, bytes32 rights, uint256 amount)',
  'event DelegateERC1155(address indexed from, address indexed to, address indexed contract_, uint256 tokenId, bytes32 rights, uint256 amount)',

  'struct Delegation { uint8 type_; address to; address from; bytes32 rights; address contract_; uint256 tokenId; uint256 amount; }',
  'function checkDelegateForAll(address to, address from, bytes32 rights) view returns (bool)',
  'function checkDelegateForContract(address to, address from, address contract_, bytes32 rights) view returns (bool)',
  'function checkDelegateForERC721(address to, address from, address contract_, uint256 tokenId, bytes32 rights) view returns (bool)',
  'function checkDelegateForERC20(address to, address from, address contract_, bytes32 rights) view returns (uint256)',
  'function checkDelegateForERC1155(address to, address from, address contract_, uint256 tokenId, bytes32 rights) view returns (uint256)',
  'function getIncomingDelegations(address to) view returns (Delegation[])',
  'function getOutgoingDelegations(address from) view returns (Delegation[])',
  'function getDelegationsFromHashes(bytes32[] hashes) view returns (Delegation[])',
  'function readSlot(bytes32 location) view returns (bytes32)',
  'function readSlots(bytes32[] locations) view returns (bytes32[])',

  'function delegateAll(address to, bytes32 rights, bool enable) payable returns (bytes32)',
  'function delegateContract(address to, address contract_, bytes32 rights, bool enable) payable returns (bytes32)',
  'function delegateERC721(address to, address contract_, uint256 tokenId, bytes32 rights, bool enable) payable returns (bytes32)',
  'function delegateERC20(address to, address contract_, bytes32 rights, uint256 amount) payable returns (bytes32)',
  'function delegateERC1155(address to, address contract_, uint256 tokenId, bytes32 rights, uint256 amount) payable returns (bytes32)',
  'function multicall(bytes[] data) payable returns (bytes[])',
]);

/** The ABI of each registry. It is not in `REGISTRIES`, so that a bundle can have those without the ABIs. */
export const ABIS = { v1: v1Abi, v2: v2Abi } as const satisfies Record<Registry, unknown>;
