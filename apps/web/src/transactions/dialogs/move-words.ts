/** Says why a delegation is not moved, and what its owner can choose. */
import type { UnmovedReason } from '@mandate/sdk/move';

export const REASONS: Readonly<Record<UnmovedReason, string>> = {
  unclear: 'Its contract claims to be neither an ERC721 nor an ERC1155, or to be both.',
  noCode: 'Its address has no code on this chain, so nothing says which standard it follows.',
  unknown: 'The nodes did not say which standard its contract follows, or disagree. Try again later.',
  otherAmount: 'v2 has it with another amount. Moving it raises the amount to unlimited.',
};
