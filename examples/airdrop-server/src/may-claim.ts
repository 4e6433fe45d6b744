/** Decides whether a wallet may claim for a vault. */
import { type Address, checkContract, createClient } from '@mandate/sdk';
import { fromClient, verifyCheck } from '@mandate/sdk/proof';

/** Delegations of the whole vault or of this contract count: Night Trams in the sample world. */
const contract = '0x07f64dAF933D7182Ed58680C06eB06160A5e59D9';
/** A safe block of Ethereum is 6 to 20 minutes old. Older ones prove delegations that may have been revoked since. */
const MAX_AGE_SECONDS = 1_800;

const client = createClient({ baseUrl: process.env['MANDATE_URL'] ?? 'http://localhost:8080', retries: 1 });
/** Your own node: it gives the block hash that a proof is verified against. */
const node = {
  async request(call: { method: string; params: unknown[] }): Promise<unknown> {
    const response = await fetch(process.env['ETHEREUM_URL'] ?? 'http://localhost:8545', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error) throw new Error(`The node says: ${error.message}`);
    return result;
  },
};

export type Decision =
  | { readonly answer: 'yes' | 'no'; readonly block: number }
  | { readonly answer: 'unknown'; readonly why: string };

/** Answers "yes" only if the service says so strictly, and the registry's own storage proves it at the safe block. */
export async function mayClaim(wallet: Address, vault: Address): Promise<Decision> {
  const question = { to: wallet, from: vault, contract } as const;
  try {
    // Strict: a grant counts once its block is safe, a revocation counts at once.
    const { value, block } = await checkContract(client, { ...question, consistency: 'strict' });
    if (!value) return { answer: 'no', block: block.number };
    const proven = await checkContract(client, { ...question, blockTag: 'safe', proof: true });
    const anchor = { block: fromClient(node), maxAgeSeconds: MAX_AGE_SECONDS };
    const verified = await verifyCheck({ registry: 'v2', kind: 'contract', ...question }, proven, anchor);
    if (verified.value) return { answer: 'yes', block: block.number };
    return { answer: 'unknown', why: 'The two answers of the service contradict each other.' };
  } catch (error) {
    // A service or node that does not answer, or a proof that does not hold, says nothing about the holder.
    return { answer: 'unknown', why: error instanceof Error ? error.message : String(error) };
  }
}
