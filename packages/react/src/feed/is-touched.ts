import type { MandateKey } from '../query-key.ts';

/** A change of a delegation, as far as it tells which answers may have changed. */
export interface Touch {
  readonly chainId: number;
  readonly from: string;
  readonly to: string;
  readonly block: number;
  /** True when a reorg removed the block. */
  readonly undone: boolean;
}

/** Returns true if the change may change the answer to the question with this key. */
export function isTouched([, , , fields]: MandateKey, { chainId, from, to }: Touch): boolean {
  const parties = [from.toLowerCase(), to.toLowerCase()];
  const [giver, receiver] = parties;
  const asked = (fields['chainId'] ?? fields['chainIds'])?.split(',');
  if (asked && !asked.includes(String(chainId))) return false;
  // Whether a vault's exclusive delegate is this wallet depends on what the vault gives to others, too.
  if (fields['vault'] !== undefined && fields['vault'] === giver) return true;
  return (
    (fields['from'] ?? giver) === giver &&
    (fields['to'] ?? receiver) === receiver &&
    (fields['wallet'] === undefined || parties.includes(fields['wallet']))
  );
}
