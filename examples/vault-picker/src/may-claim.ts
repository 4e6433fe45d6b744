/** Decides whether a visitor may claim for a vault, whatever the page of the visitor says. */
import { type Address, createClient, getEligibility } from '@mandate/sdk';

/** Night Trams in the sample world. */
const contract = '0x07f64dAF933D7182Ed58680C06eB06160A5e59D9';
const client = createClient({ baseUrl: process.env['MANDATE_URL'] ?? 'http://localhost:8080', retries: 1 });

export type Decision = 'yes' | 'no' | 'unknown';

/** `wallet` is the visitor's own, as your session knows it. `vault` is what the visitor chose. */
export async function mayClaim(wallet: Address, vault: Address): Promise<Decision> {
  const isOwn = vault.toLowerCase() === wallet.toLowerCase();
  try {
    // Strict: a grant counts once its block is safe, a revocation counts at once.
    const question = { wallet, contract, consistency: 'strict', ...(!isOwn && { vault }) } as const;
    const { eligible, holders, complete } = await getEligibility(client, question);
    if (!isOwn) return eligible === null ? 'unknown' : eligible ? 'yes' : 'no';
    // The wallet's own tokens only, without those of its vaults.
    const own = holders.find(({ address }) => address.toLowerCase() === wallet.toLowerCase());
    if (own && own.balance > 0n) return 'yes';
    return complete ? 'no' : 'unknown';
  } catch {
    // A service that does not answer says nothing about the visitor.
    return 'unknown';
  }
}
