/** Takes the place of `@delegatexyz/sdk`: the same classes, methods and encoders, with exact numbers. Needs viem. */
export { DelegateV1, type V1Delegation } from './delegate-v1.ts';
export { DelegateV2, type DelegateV2Options, type V2Delegation } from './delegate-v2.ts';
export {
  rawDelegateForAll,
  rawDelegateForContract,
  rawDelegateForToken,
  rawRevokeAllDelegates,
  rawRevokeDelegate,
} from './raw-v1.ts';
export {
  rawDelegateAll,
  rawDelegateContract,
  rawDelegateERC20,
  rawDelegateERC721,
  rawDelegateERC1155,
  rawMulticall,
} from './raw-v2.ts';
export type { DelegateOptions, ServiceOptions } from './settings.ts';
export type { Uint256 } from './uint256.ts';
