/** A ledger in which much has happened, on two real chains and on those written by hand. The chains stand still from then on, and can be asked. */
import {
  createRandom,
  encodeGrant,
  installResolver,
  integer,
  type LocalChain,
  RANDOM_CONTRACTS,
  type Random,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
  throughWallet,
  writeChains,
} from '@mandate/contracts';
import { type Address, createDelegation, rightsWithExpiry } from '@mandate/core';
import { claim, ENS_CONTRACTS, leadTo } from '@mandate/testing/chain/ens';
import { ERC721, fixedContract, returnsWord, string } from '@mandate/testing/chain/fixed-contract';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { startIndexer } from '@mandate/testing/service/service';
import { WRITTEN, writeByHand } from '../testing/chains-by-hand.ts';
import { KEY_PEPPERS, writeKeys } from '../testing/keys.ts';

const CHAIN_IDS = [1, 10];
const MAX_WRITES_PER_BLOCK = 8;
const MAX_SECONDS_PER_BLOCK = 40;
const REORG_BLOCKS = 3;
const POLL_MS = 50;

const [GIVER, OTHER] = SMART_WALLETS;
const [ART, COIN] = RANDOM_CONTRACTS;
/** The giver owns every token of one contract, and everyone has some of the other. */
export const TOKENS = { ERC721: ART, ERC20: COIN } as const;
export const NAME = 'giver.eth';
/** The identifier in the rights of the exclusive delegations. */
export const IDENTIFIER = `0x${'12'.repeat(24)}` as const;
const NEVER_EXPIRES = 2 ** 40 - 1;
const TOKEN_CODE: typeof ENS_CONTRACTS = new Map([
  [
    ART,
    fixedContract({
      ...ERC721,
      'ownerOf(uint256)': returnsWord(BigInt(GIVER)),
      'balanceOf(address)': returnsWord(2),
      'name()': string('Art'),
      'symbol()': string('ART'),
    }),
  ],
  [
    COIN,
    fixedContract({
      'balanceOf(address)': returnsWord(5),
      'decimals()': returnsWord(18),
      'name()': string('Coin'),
      'symbol()': string('COIN'),
    }),
  ],
]);

export type Ledger = Awaited<ReturnType<typeof createLedger>>;

/** `environment` has the settings of an API process that serves it. */
export async function createLedger(seed: number, blocks: number) {
  const random = createRandom(seed);
  const chains: LocalChain[] = [];
  const contracts = new Map([...TOKEN_CODE, ...ENS_CONTRACTS]);
  for (const chainId of CHAIN_IDS)
    chains.push(await startLocalChain({ chainId, smartWallets: SMART_WALLETS, contracts }));
  const indexer = await startIndexer(chains);
  async function drop(): Promise<void> {
    await indexer.close();
    await Promise.all(chains.map((chain) => chain.stop()));
  }
  try {
    await writeByHand(indexer.database);
    await writeKeys(indexer.database);
    // Replaces blocks that the ledger has, so that its log of changes has some that were undone.
    for (const change of [
      begin,
      (chain: LocalChain) => write(chain, random, blocks),
      (chain: LocalChain) => chain.reorg(REORG_BLOCKS),
      (chain: LocalChain) => write(chain, random, REORG_BLOCKS),
    ]) {
      for (const chain of chains) await change(chain);
      for (const chain of chains) await indexer.catchUp(chain);
    }
  } catch (error) {
    await drop();
    throw error;
  }
  const { maxLagSeconds } = UNFOLLOWED;
  const followed = Object.entries<object>(JSON.parse(writeChains(chains, POLL_MS)));
  const entries = followed.map(([chainId, entry]) => [chainId, { ...entry, maxLagSeconds }]);
  const CHAINS = JSON.stringify({ ...WRITTEN, ...Object.fromEntries(entries) });
  return { environment: { DATABASE_URL: indexer.databaseUrl, CHAINS, KEY_PEPPERS }, drop };
}

/** Names a wallet, and gives exclusive delegations. */
async function begin(chain: LocalChain): Promise<void> {
  await installResolver(chain);
  await chain.send(throughWallet(OTHER, [...leadTo(NAME, GIVER), ...claim(GIVER, NAME)]));
  await chain.send(throughWallet(GIVER, [giveExclusive(chain, 'all'), giveExclusive(chain, 'erc721')]));
  await chain.mine();
}

function giveExclusive({ registries }: LocalChain, kind: 'all' | 'erc721') {
  const delegation = createDelegation({
    registry: 'v2',
    kind,
    from: GIVER,
    to: OTHER,
    contract: ART,
    tokenId: 7n,
    rights: rightsWithExpiry(IDENTIFIER, NEVER_EXPIRES),
    amount: null,
  });
  return { to: registries.v2 as Address, data: encodeGrant(delegation) };
}

async function write(chain: LocalChain, random: Random, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    const writes = integer(random, 0, MAX_WRITES_PER_BLOCK);
    for (let n = 0; n < writes; n++) await chain.send(randomWrite(chain, random));
    await chain.client.increaseTime({ seconds: integer(random, 1, MAX_SECONDS_PER_BLOCK) });
    await chain.mine();
  }
}
