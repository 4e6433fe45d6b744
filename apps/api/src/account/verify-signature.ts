/** Verifies a wallet's signature: of an account by arithmetic, of a contract by asking its chain's nodes. */
import type { ConfiguredChain } from '@mandate/config';
import { type Address, parseAddress } from '@mandate/core';
import type { Logger } from 'pino';
import {
  createPublicClient,
  type Hex,
  http,
  numberToHex,
  recoverMessageAddress,
  serializeSignature,
} from 'viem';
import { createUnderWay } from '../request/under-way.ts';
import { refuse } from './sign-in-message.ts';

type Signed = Readonly<{ address: Address; chainId: number; message: string; signature: Hex }>;

/** `unknown`: too few nodes could be asked. */
type Verdict = 'valid' | 'invalid' | 'unknown';
export type VerifySignature = (signed: Signed) => Promise<Verdict>;

const NODE_TIMEOUT_MS = 5_000;
/** Asking nodes costs their owner: a flood of made-up signatures is not passed on to them. */
const MAX_AT_ONCE = 16;
/** ERC-8010 would have nodes run what an account only prepared to become: nobody needs it to sign in. */
const ERC_8010_END = '8010'.repeat(16);

/** A signature that nobody made. Some key fits every such signature, so recovering it does the whole work. */
const ANY_SIGNATURE = serializeSignature({
  r: '0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  s: numberToHex(1, { size: 32 }),
  yParity: 0,
});

export async function createVerifySignature(
  chains: readonly ConfiguredChain[],
  log: Logger,
): Promise<VerifySignature> {
  // The first recovery loads a library and fills its tables. At the first sign-in, everybody would wait for that.
  await recoverMessageAddress({ message: '', signature: ANY_SIGNATURE });
  const home = findHome(chains);
  const askNodes = createAsk(home, log);
  const tooMany = 'Too many smart-contract wallets are signing in. Try again shortly.';
  const runUnderWay = createUnderWay(MAX_AT_ONCE, tooMany);

  return async (signed) => {
    if (await isOfAccount(signed)) return 'valid';
    const elsewhere = `A smart-contract wallet must sign in on ${home.name}: switch to it.`;
    if (signed.chainId !== home.chainId)
      throw refuse(`The signature is not that of the account. ${elsewhere}`);
    if (signed.signature.toLowerCase().endsWith(ERC_8010_END)) return 'invalid';
    return runUnderWay(1, () => askNodes(signed));
  };
}

/**
 * The one chain that speaks for contracts. An account is the same everywhere; at the address of a contract there may be
 * another's on another chain, or the same with owners that were dismissed here, and both would open the same keys.
 */
function findHome(chains: readonly ConfiguredChain[]): ConfiguredChain {
  const [home] = chains.toSorted((a, b) => a.chainId - b.chainId);
  if (!home) throw new Error('There is no chain to ask for signatures.');
  return home;
}

async function isOfAccount({ address, message, signature }: Signed): Promise<boolean> {
  try {
    return parseAddress(await recoverMessageAddress({ message, signature })) === address;
  } catch {
    // Not of the form of an account's signature: a contract may make sense of it.
    return false;
  }
}

/** A quorum of nodes has to say yes, so that one lying node can sign nobody in. */
function createAsk(chain: ConfiguredChain, log: Logger): VerifySignature {
  const voters = chain.nodes.filter(({ stateOnly }) => !stateOnly);
  const nodes = voters.map(({ url, label: name }) => {
    const transport = http(url, { timeout: NODE_TIMEOUT_MS, retryCount: 0 });
    // A contract must not make us fetch what it names.
    return { name, client: createPublicClient({ transport, ccipRead: false }) };
  });

  /** `null` if it could not be asked. viem takes that for a no, so what the node is gets asked besides. */
  async function askNode({ name, client }: (typeof nodes)[number], signed: Signed): Promise<boolean | null> {
    try {
      const { address, message, signature } = signed;
      const asked = [client.getChainId(), client.verifyMessage({ address, message, signature })] as const;
      const [chainId, isValid] = await Promise.all(asked);
      if (chainId === chain.chainId) return isValid;
      log.warn({ node: name, chainId: chain.chainId, found: chainId }, 'a node is of another chain');
    } catch (error) {
      // Only the kind of error: its text repeats the node's address and what was asked.
      const reason = error instanceof Error ? error.name : 'unknown';
      log.warn({ node: name, chainId: chain.chainId, reason }, 'a node could not be asked for a signature');
    }
    return null;
  }

  return async (signed) => {
    const answers = await Promise.all(nodes.map((node) => askNode(node, signed)));
    const count = (answer: boolean | null) => answers.filter((given) => given === answer).length;
    if (count(true) >= chain.quorum) return 'valid';
    return count(true) + count(null) >= chain.quorum ? 'unknown' : 'invalid';
  };
}
