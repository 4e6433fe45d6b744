/** React hooks of Mandate, on TanStack Query. */
export type {
  CheckAnswer,
  CheckNo,
  CheckYes,
  DelegationsAnswer,
  EligibilityAnswer,
  EligibilityNo,
  EligibilityYes,
  KnownDelegations,
  KnownVaults,
  Loading,
  PartlyKnownVaults,
  Unknown,
  VaultsAnswer,
} from './answers.ts';
export { checkQueryOptions } from './check-query.ts';
export { delegationsQueryOptions } from './delegations-query.ts';
export { eligibilityQueryOptions } from './eligibility-query.ts';
export { MandateProvider, type MandateProviderProps } from './mandate-provider.ts';
export { matchAnswer } from './match-answer.ts';
export type { MandateQueryOptions } from './query.ts';
export type {
  CheckQuestion,
  DelegationsQuestion,
  EligibilityQuestion,
  VaultsQuestion,
} from './questions.ts';
export type { Asked } from './use-answer.ts';
export { useCheck } from './use-check.ts';
export { useDelegations } from './use-delegations.ts';
export { useEligibility } from './use-eligibility.ts';
export { useVaults } from './use-vaults.ts';
export { VaultPicker, type VaultPickerProps } from './vault-picker.ts';
export { vaultsQueryOptions } from './vaults-query.ts';
