import type { EligibilityOfMany } from '../answers.ts';
import { MAINNET } from '../check/ask.ts';
import type { Client } from '../client/create-client.ts';
import { address, addresses } from '../client/forms.ts';
import type { GetEligibilityOfManyParameters } from '../client/parameters.ts';
import { array, object, type Read, address as readAddress } from '../client/read-json.ts';
import { readJson } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import type { WalletEligibility } from '../generated/eligibility.ts';
import { isSame } from '../hex.ts';
import { TOKEN_TYPES } from '../registries.ts';
import { commonOf, formsOf, verdictOf, writeClaim } from './eligibility.ts';

const MAX_WALLETS = 100;

/**
 * Tells which of up to 100 wallets may claim, all at one block. Each answer is like that of `getEligibility`, in the order
 * of the wallets. **A null in `eligible` is not a no.**
 *
 * @example
 * import { createClient, getEligibilityOfMany } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { answers } = await getEligibilityOfMany(client, {
 *   wallets: ['0x0000000000000000000000000000000000000407', '0x00000000000000000000000000000000000c01d0'],
 *   contract: '0xC011eC7100000000000000000000000000000001',
 * });
 * console.log(answers.map(({ balance }) => balance)); // [ 1n, 2n ]
 */
export async function getEligibilityOfMany(
  client: Client,
  parameters: GetEligibilityOfManyParameters,
): Promise<EligibilityOfMany> {
  const { signal, ...asked } = parameters;
  const { chainId = MAINNET, exclusive } = asked;
  const given = { ...asked, chainId };
  assertParameters(given, { wallets: addresses(MAX_WALLETS), contract: address }, formsOf(exclusive));
  const reply = await client.send('/eligibility', signal, writeClaim(given));
  const readCommon = commonOf(chainId, asked, TOKEN_TYPES);
  const { answers } = readJson(
    reply,
    object<{ answers: WalletEligibility[] }>({ answers: answersOf(asked) }),
  );
  return { answers, ...readJson(reply, readCommon) };
}

/** Requires one answer per wallet, in order: a list that is off by one would answer for another wallet. */
function answersOf(asked: GetEligibilityOfManyParameters): Read<WalletEligibility[]> {
  const readWallets = array(object<{ wallet: WalletEligibility['wallet'] }>({ wallet: readAddress }));
  return (value) => {
    const found = readWallets(value);
    const isInOrder = asked.wallets.every((wallet, i) => isSame(found[i]?.wallet ?? '', wallet));
    if (found.length !== asked.wallets.length || !isInOrder) {
      throw new TypeError(`answers to ${found.length} wallets, which are not the ones that were asked about`);
    }
    return found.map(({ wallet }, i) => ({
      wallet,
      ...verdictOf(wallet, asked)((value as unknown[])[i]),
    }));
  };
}
