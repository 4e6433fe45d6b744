import { useQuery } from '@tanstack/react-query';
import { useName } from '../../names/use-names.ts';
import { useConnection } from '../../wallets/use-connection.ts';
import { type Decimals, judgeDecimals } from './decimals.ts';
import { findDecimals } from './find-decimals.ts';

interface Token {
  readonly decimals: Decimals;
  readonly symbol: string | null;
}

/** Reads the decimals of an ERC20 contract from the wallet's node, and its symbol from the service. */
export function useToken(chainId: number, contract: `0x${string}` | null): Token {
  const connection = useConnection();
  const names = useName(contract ? { chainId, address: contract } : null);
  const { data: wallet } = useQuery({
    queryKey: ['decimals', connection?.wallet.id, chainId, contract?.toLowerCase()],
    enabled: connection?.chainId === chainId && contract !== null,
    queryFn: () =>
      connection && contract ? findDecimals(connection.wallet.provider, { chainId, contract }) : null,
  });
  const { decimals: service, symbol = null } = names?.contract ?? {};
  return { decimals: judgeDecimals({ wallet, service }), symbol };
}
