import { useName } from '../../names/use-names.ts';
import { isUsable } from '../../names/write-units.ts';

interface Token {
  /** Null: unknown. */
  readonly decimals: number | null;
  readonly symbol: string | null;
}

/** Reads the decimals and the symbol that an ERC20 contract states. */
export function useToken(chainId: number, contract: `0x${string}` | null): Token {
  const names = useName(contract ? { chainId, address: contract } : null);
  const decimals = names?.contract?.decimals;
  return { decimals: isUsable(decimals) ? decimals : null, symbol: names?.contract?.symbol ?? null };
}
