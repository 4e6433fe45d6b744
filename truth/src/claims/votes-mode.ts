/** Compares votes with brute force, however the voters are divided among requests. */
import { integer, pick, type Random } from '@mandate/contracts';
import {
  type Address,
  FULL_RIGHTS,
  parseAddress,
  type Registry,
  type Rights,
  type Standard,
} from '@mandate/core';
import { type Compared, type Difference, tellApart } from '../compared.ts';
import { chooseOne } from '../extensions/choose.ts';
import type { Block, RestingChain } from '../extensions/resting-chain.ts';
import type { Mode } from '../run.ts';
import type { Reply } from '../service.ts';
import { REGISTRY_CHOICES, RIGHTS, WALLETS } from '../world.ts';
import type { Pace } from './claims-history.ts';
import { type ClaimsContext, createClaimsMode } from './claims-mode.ts';
import { judgeVotes, readLogs } from './judge-votes.ts';
import { ART, COIN, IDS, ITEMS, type Token } from './tokens.ts';

const PACE: Pace = { blocks: 2, writes: [3, 7], moves: 0.8, amounts: 0.2, registries: ['v1', 'v2'] };
const TALLIES_A_COMPARISON = 60;
/** Holds nothing, and nobody granted to it. */
const STRANGER = parseAddress('0x9999000000000000000000000000000000000009');

interface Asked {
  readonly token: Token;
  readonly standard: Standard;
  readonly tokenId: bigint | null;
  readonly rights: Rights;
  readonly registries: readonly Registry[];
  readonly block: Block;
  readonly isLatest: boolean;
  /** The voters of each request. */
  readonly chunks: readonly (readonly Address[])[];
  readonly isOverride: boolean;
}

export function createVotesMode(): Mode {
  return createClaimsMode({
    pace: PACE,
    listParts: (context) => [{ name: 'votes', compare: () => [compareVotes(context)] }],
  });
}

function chooseAsked(random: Random, { blocks, first, latest }: RestingChain): Asked {
  const token = pick(random, [ART, ITEMS, COIN]);
  const isLatest = integer(random, 0, 2) === 0;
  const isOverride = integer(random, 0, 2) === 0;
  const voters = [...WALLETS, STRANGER].filter(() => integer(random, 0, 3) > 0);
  const chunks = new Map<number, Address[]>();
  for (const voter of voters.length > 0 ? voters : [STRANGER]) {
    // All voters of an override come in one request.
    const chunk = isOverride ? 0 : integer(random, 0, 2);
    chunks.set(chunk, [...(chunks.get(chunk) ?? []), voter]);
  }
  return {
    token,
    standard: token.standard ?? 'ERC721',
    tokenId: token === ITEMS ? pick(random, [IDS[0], IDS[1]]) : null,
    rights: integer(random, 0, 1) === 0 ? FULL_RIGHTS : pick(random, RIGHTS),
    registries: pick(random, [...REGISTRY_CHOICES, REGISTRY_CHOICES[0]]),
    block: isLatest ? latest : chooseOne(random, blocks.slice(first)),
    isLatest,
    chunks: [...chunks.values()],
    isOverride,
  };
}

async function compareVotes(context: ClaimsContext): Promise<Compared> {
  const { resting, random } = context;
  const all = Array.from({ length: TALLIES_A_COMPARISON }, () => chooseAsked(random, resting));
  const logs = { v1: await readLogs(resting.chain, 'v1'), v2: await readLogs(resting.chain, 'v2') };
  const found = await Promise.all(
    all.map(async (asked): Promise<Difference[]> => {
      const voters = asked.chunks.flat();
      const [scores, expected] = await Promise.all([
        askScores(context, asked),
        judgeVotes({ ...asked, context, logs, contract: asked.token.address, voters }),
      ]);
      const named = nameAsked(asked);
      if (typeof scores === 'string') return tellApart(named, scores, 'scores');
      const sum = [...scores.values()].reduce((total, score) => total + score, 0n);
      return [
        ...voters.flatMap((voter) =>
          tellApart(`${named}: ${voter}`, String(scores.get(voter)), String(expected.votes.get(voter) ?? 0n)),
        ),
        ...(sum > expected.units ? tellApart(named, `${sum} votes in all`, `at most ${expected.units}`) : []),
      ];
    }),
  );
  return { questions: TALLIES_A_COMPARISON, differences: found.flat() };
}

/** Returns the scores of all voters, or the answer of the first request that has none. */
async function askScores(
  { service, resting }: ClaimsContext,
  asked: Asked,
): Promise<ReadonlyMap<Address, bigint> | string> {
  const { token, standard, tokenId, rights, registries, block, isLatest, isOverride } = asked;
  const options = {
    ...{ contract: token.address, standard, registries: registries.join(','), override: isOverride },
    ...(tokenId === null ? {} : { tokenId: String(tokenId) }),
    ...(rights === FULL_RIGHTS ? {} : { rights }),
  };
  const snapshot = isLatest ? 'latest' : block.number;
  const network = String(resting.chain.chainId);
  const scores = new Map<Address, bigint>();
  for (const addresses of asked.chunks) {
    const reply: Reply = await service.post('/votes/score', { options, network, snapshot, addresses });
    if (reply.status !== 200) return reply.body;
    const { score } = JSON.parse(reply.body) as { score: readonly { address: string; score: string }[] };
    for (const each of score) scores.set(parseAddress(each.address), BigInt(each.score));
    if (reply.headers.get('x-block-hash') !== block.hash) return `another block than ${block.number}`;
  }
  return scores;
}

function nameAsked({ token, block, chunks, ...asked }: Asked): string {
  const rest = JSON.stringify(asked, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return `votes of ${JSON.stringify(chunks)} with ${token.name} at block ${block.number} ${rest}`;
}
