import type { Registry } from './registries.ts';

/** The signatures of the first registry: every event, view and write. No event argument is indexed. */
export const V1_SIGNATURES = [
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
  'function getDelegationsByDelegate(address delegate) view returns (DelegationInfo[] info)',
  'function getDelegatesForAll(address vault) view returns (address[] delegates)',
  'function getDelegatesForContract(address vault, address contract_) view returns (address[] delegates)',
  'function getDelegatesForToken(address vault, address contract_, uint256 tokenId) view returns (address[] delegates)',
  'function getContractLevelDelegations(address vault) view returns (ContractDelegation[] contractDelegations)',
  'function getTokenLevelDelegations(address vault) view returns (TokenDelegation[] tokenDelegations)',

  'function delegateForAll(address delegate, bool value)',
  'function delegateForContract(address delegate, address contract_, bool value)',
  'function delegateForToken(address delegate, address contract_, uint256 tokenId, bool value)',
  'function revokeAllDelegates()',
  'function revokeDelegate(address delegate)',
  'function revokeSelf(address vault)',
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
] as const;

/** The signatures of the second registry: every event, view, write and error. */
export const V2_SIGNATURES = [
  'error MulticallFailed()',

  'event DelegateAll(address indexed from, address indexed to, bytes32 rights, bool enable)',
  'event DelegateContract(address indexed from, address indexed to, address indexed contract_, bytes32 rights, bool enable)',
  'event DelegateERC721(address indexed from, address indexed to, address indexed contract_, uint256 tokenId, bytes32 rights, bool enable)',
  'event DelegateERC20(address indexed from, address indexed to, address indexed contract_, bytes32 rights, uint256 amount)',
  'event DelegateERC1155(address indexed from, address indexed to, address indexed contract_, uint256 tokenId, bytes32 rights, uint256 amount)',

  'struct Delegation { uint8 type_; address to; address from; bytes32 rights; address contract_; uint256 tokenId; uint256 amount; }',
  'function checkDelegateForAll(address to, address from, bytes32 rights) view returns (bool valid)',
  'function checkDelegateForContract(address to, address from, address contract_, bytes32 rights) view returns (bool valid)',
  'function checkDelegateForERC721(address to, address from, address contract_, uint256 tokenId, bytes32 rights) view returns (bool valid)',
  'function checkDelegateForERC20(address to, address from, address contract_, bytes32 rights) view returns (uint256 amount)',
  'function checkDelegateForERC1155(address to, address from, address contract_, uint256 tokenId, bytes32 rights) view returns (uint256 amount)',
  'function getIncomingDelegations(address to) view returns (Delegation[] delegations_)',
  'function getOutgoingDelegations(address from) view returns (Delegation[] delegations_)',
  'function getIncomingDelegationHashes(address to) view returns (bytes32[] delegationHashes)',
  'function getOutgoingDelegationHashes(address from) view returns (bytes32[] delegationHashes)',
  'function getDelegationsFromHashes(bytes32[] hashes) view returns (Delegation[] delegations_)',
  'function readSlot(bytes32 location) view returns (bytes32 contents)',
  'function readSlots(bytes32[] locations) view returns (bytes32[] contents)',

  'function delegateAll(address to, bytes32 rights, bool enable) payable returns (bytes32 hash)',
  'function delegateContract(address to, address contract_, bytes32 rights, bool enable) payable returns (bytes32 hash)',
  'function delegateERC721(address to, address contract_, uint256 tokenId, bytes32 rights, bool enable) payable returns (bytes32 hash)',
  'function delegateERC20(address to, address contract_, bytes32 rights, uint256 amount) payable returns (bytes32 hash)',
  'function delegateERC1155(address to, address contract_, uint256 tokenId, bytes32 rights, uint256 amount) payable returns (bytes32 hash)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
  'function sweep()',
  'function supportsInterface(bytes4 interfaceId) pure returns (bool)',
] as const;

/** The signatures of each registry, as Solidity writes them. They are not in `REGISTRIES`, so that a bundle can have those alone. */
export const SIGNATURES = { v1: V1_SIGNATURES, v2: V2_SIGNATURES } as const satisfies Record<
  Registry,
  unknown
>;
