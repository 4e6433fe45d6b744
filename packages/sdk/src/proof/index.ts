/** Verifies checks that the service answered with a proof. It asks no one but the anchor that you give. */

export type { Anchor, BlockSource } from './anchor.ts';
export { type ConfirmOptions, confirmCheck, type Witness, WitnessError } from './confirm-check.ts';
export { fromClient, type RequestingClient } from './from-client.ts';
export { isSpelledRight, rightsIdentifierFromText } from './hashed-text.ts';
export {
  type JudgedReport,
  type JudgeOptions,
  judgeAuditReport,
  type ReportVerdict,
} from './judge-report.ts';
export { PROOF_PARTS, ProofError, type ProofPart, type ProofStep } from './proof-error.ts';
export type { ProofQuestion } from './proof-question.ts';
export type { ProvenCheck, ProvenSlot } from './proven-check.ts';
export { type VerifiedCheck, type VerifyOptions, verifyCheck } from './verify-check.ts';
