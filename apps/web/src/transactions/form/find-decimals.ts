/** Reads the decimals that an ERC20 contract states. */
import type { Provider } from '@mandate/sdk/transactions';
import type { Address } from '../plan/write.ts';

/** The selector of `decimals()`. */
const DECIMALS = '0x313ce567';
const WORD = /^0x[0-9a-f]{64}$/i;

/** Returns null if it states none, or if the wallet shows another chain. */
export async function findDecimals(
  provider: Provider,
  { chainId, contract }: { chainId: number; contract: Address },
): Promise<number | null> {
  const isHere = async () => Number(await provider.request({ method: 'eth_chainId' })) === chainId;
  if (!(await isHere())) return null;
  const call = { to: contract, data: DECIMALS };
  const answer = await provider.request({ method: 'eth_call', params: [call, 'latest'] }).catch(() => null);
  // The owner may have switched meanwhile.
  if (!(await isHere())) return null;
  return typeof answer === 'string' && WORD.test(answer) ? Number(answer) : null;
}
