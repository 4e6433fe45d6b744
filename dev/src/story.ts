/**
 * The history of the sample world: the same delegations in the same blocks, at the same times, in every run. What
 * the documentation prints comes from here, so a change of it changes the printed examples.
 */

import {
  type Call,
  createRandom,
  type LocalChain,
  type Transaction,
  throughWallet,
} from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type Delegation,
  type DelegationFields,
  FULL_RIGHTS,
  rightsFromText,
} from '@mandate/core';
import { mintTokens } from '@mandate/testing/chain/pictured-collection';
import { parseUnits } from 'viem';
import {
  ANNA,
  ANNAS_VAULT,
  addressOf,
  BEN,
  CAST,
  COLLECTOR,
  COLLECTORS_PHONE,
  JONAS,
  MIRA,
  MIRAS_SAFE,
  MIRAS_VAULT,
  NORA,
  NORAS_LAPTOP,
  SHARED_VAULT,
  VAULTS,
} from './cast.ts';
import { type Currency, ERC20S, ERC721S, ERC1155S } from './collections.ts';
import { listNameCalls } from './names.ts';
import type { SampleChain, Scene } from './sample-chain.ts';
import { claimUntil, listSamples } from './samples.ts';
import { listTokenCalls } from './tokens.ts';

const [trams, tides, moons] = ERC721S;
const [harbor, lantern] = ERC20S;
const [forge, passes] = ERC1155S;
export const TRAM = 4181n;
export const HARBORS = 2_500n;
const VOTE = rightsFromText('vote');
/** Sets up tokens and names. */
export const FOUNDER = addressOf('the founder');
/** Keeps a transaction below the gas that one may use. */
const CALLS_PER_TRANSACTION = 16;

type Kind = DelegationFields['kind'];
const grant = (from: Address, to: Address, kind: Kind, fields: Partial<DelegationFields> = {}) =>
  createDelegation({ registry: 'v2', kind, from, to, rights: FULL_RIGHTS, ...fields });
const toPhone = (kind: Kind, fields: Partial<DelegationFields> = {}) =>
  grant(COLLECTOR, COLLECTORS_PHONE, kind, fields);

const amountOf = ({ contract, decimals }: Currency, amount: bigint) => ({
  contract,
  amount: parseUnits(String(amount), decimals),
});

/** Granted early, revoked in the last block of the history. */
const WHILE: readonly Delegation[] = [
  toPhone('all', { rights: VOTE }),
  toPhone('contract', { contract: moons.contract }),
];
const FRIENDS_VOTE = grant(MIRAS_VAULT, JONAS, 'contract', { contract: trams.contract, rights: VOTE });

interface Story {
  /** The grants of each block, from block 3 on. */
  readonly beginning: readonly (readonly Delegation[])[];
  /** The number of random delegations that follow. */
  readonly samples: number;
  readonly end: readonly Scene[];
}

const ETHEREUM: Story = {
  beginning: [
    [...WHILE, toPhone('erc20', amountOf(harbor, 400n))],
    [grant(MIRAS_VAULT, MIRA, 'contract', { contract: trams.contract })],
    [grant(MIRAS_SAFE, MIRA, 'all')],
    [grant(MIRAS_VAULT, JONAS, 'erc721', { contract: trams.contract, tokenId: 7n })],
    [FRIENDS_VOTE],
    // Jonas may act for Mira's hot wallet, which does not make him Mira. And she delegated to herself.
    [grant(MIRA, JONAS, 'all'), grant(MIRA, MIRA, 'all')],
    [
      grant(NORA, NORAS_LAPTOP, 'contract', { contract: moons.contract }),
      grant(NORA, NORAS_LAPTOP, 'erc20', amountOf(lantern, 250n)),
      grant(NORA, JONAS, 'erc721', { contract: moons.contract, tokenId: 88n }),
      grant(VAULTS[1] ?? COLLECTOR, NORA, 'all', { rights: VOTE }),
    ],
  ],
  samples: 240,
  end: [
    {
      grants: [
        toPhone('erc721', { contract: trams.contract, tokenId: TRAM }),
        toPhone('erc20', amountOf(harbor, HARBORS)),
        toPhone('erc1155', { contract: forge.contract, tokenId: 7n, amount: 25n }),
        toPhone('contract', { contract: tides.contract, rights: rightsFromText('claim') }),
        toPhone('contract', { contract: passes.contract, rights: claimUntil('2030-01-01') }),
        toPhone('contract', { registry: 'v1', contract: trams.contract }),
      ],
    },
    { revocations: [...WHILE, FRIENDS_VOTE] },
    {
      transactions: foundWorld([
        mintTokens(moons, SHARED_VAULT, [10_001n, 10_002n]),
        mintTokens(moons, ANNAS_VAULT, [10_003n]),
      ]),
      grants: [
        grant(SHARED_VAULT, ANNA, 'all', { rights: claimUntil('2030-01-01') }),
        grant(SHARED_VAULT, BEN, 'all', { rights: claimUntil('2030-01-01') }),
        grant(ANNAS_VAULT, ANNA, 'all', { rights: claimUntil('2030-01-01') }),
      ],
    },
  ],
};

const BASE: Story = {
  beginning: [[grant(MIRAS_SAFE, MIRA, 'all')]],
  samples: 120,
  end: [{ grants: [toPhone('all')] }],
};

const SEED = 1;
const SAMPLES_PER_BLOCK = 40;
const BLOCKS_OF_AGING = 20;
const ETHER = 10n ** 18n;

/** Plays the whole history on a chain that was just started. Returns the hash of its last block. */
export async function playStory(chain: SampleChain, { client }: LocalChain): Promise<string> {
  const isEthereum = chain.chainId === 1;
  const { beginning, samples, end } = isEthereum ? ETHEREUM : BASE;
  // For those who send transactions to the local chain and name a fee.
  for (const { address } of CAST) await client.setBalance({ address, value: ETHER });
  await chain.tell({
    transactions: foundWorld([...listTokenCalls(), ...(isEthereum ? listNameCalls() : [])]),
  });
  const delegations = listSamples(createRandom(SEED + chain.chainId), chain.registries, samples);
  for (const grants of [...beginning, ...split(delegations, SAMPLES_PER_BLOCK)]) await chain.tell({ grants });
  await chain.age(BLOCKS_OF_AGING);
  for (const scene of end) await chain.tell(scene);
  return chain.arrive();
}

function foundWorld(calls: readonly Call[]): Transaction[] {
  return split(calls, CALLS_PER_TRANSACTION).map((some) => throughWallet(FOUNDER, some));
}

function split<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}
