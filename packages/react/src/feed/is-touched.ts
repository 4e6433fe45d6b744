import type { ChainDoubt } from '@mandate/sdk';
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
  if (!isAbout(fields, chainId)) return false;
  // Whether a vault's exclusive delegate is this wallet depends on what the vault gives to others, too.
  if (fields['vault'] !== undefined && fields['vault'] === giver) return true;
  return (
    (fields['from'] ?? giver) === giver &&
    (fields['to'] ?? receiver) === receiver &&
    (fields['wallet'] === undefined || parties.includes(fields['wallet']))
  );
}

/** Returns true if the answer to the question with this key may be one that the service no longer gives. */
export function isInDoubt([, , , fields]: MandateKey, { chainId, vault }: ChainDoubt): boolean {
  const asked = fields['vault'] ?? fields['from'];
  // A list may have a grant of any vault.
  return isAbout(fields, chainId) && (!vault || !asked || asked === vault.toLowerCase());
}

/** Returns true if the service has no answer to the question while the chain is in doubt. */
export const isLost = (key: MandateKey, doubt: ChainDoubt): boolean =>
  isInDoubt(key, doubt) && doubt.vault === null && key[3]['partial'] !== 'true';

function isAbout(fields: MandateKey[3], chainId: number): boolean {
  const asked = (fields['chainId'] ?? fields['chainIds'])?.split(',');
  return asked?.includes(String(chainId)) ?? true;
}
