import { listDelegations } from '@mandate/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../service/client.ts';
import { readWallet } from '../read/read-wallet.ts';

/** The collector in `npm run dev`. */
const LOCAL_SAMPLE = '0xD5E9271FCc6EE936Bf3967BDfDc6acaF64005FC0';
const { wallet: EXAMPLE } = readWallet(import.meta.env['VITE_EXAMPLE_WALLET'] || LOCAL_SAMPLE);

/** Returns a wallet with delegations on this service, or null: an empty example helps nobody. */
export const exampleQuery = queryOptions({
  queryKey: ['example', EXAMPLE],
  queryFn: async ({ signal }) => {
    if (!EXAMPLE) return null;
    const { value } = await listDelegations(client, { wallet: EXAMPLE, limit: 1, signal });
    return value.length > 0 ? EXAMPLE : null;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
