/** Compares many answers about exclusive delegates with those of the contract at the same block. */
import { integer, type LocalChain, pick, type Random } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import type { Block, Hex } from 'viem';
import { type Difference, tellApart } from '../compare.ts';
import type { Service } from '../service.ts';
import {
  askService,
  createQuestion,
  type ExclusiveQuestion,
  encodeQuestion,
  nameQuestion,
  readContractAnswer,
} from './question.ts';
import { COLLECTIONS, NO_TOKEN_ID } from './world.ts';

/** A block, and the parameters that ask for it. */
interface Moment {
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly number: number;
  readonly hash: Hex;
}

export interface Compared {
  readonly chain: LocalChain;
  readonly resolver: Address;
  readonly service: Service;
  readonly random: Random;
  /** The first block that has the resolver and all tokens. */
  readonly lowest: number;
}

/** Asks this many questions about now, and as many about the past. */
export async function compareExclusive(
  compared: Compared,
  count: number,
): Promise<{ readonly questions: number; readonly differences: Difference[] }> {
  const moments = await chooseMoments(compared);
  const differences: Difference[] = [];
  let questions = 0;
  for (const moment of moments) {
    const asked = Array.from({ length: count }, () => createQuestion(compared.random));
    differences.push(
      ...(await compareAt(compared, moment, asked)),
      ...(await compareOwnerless(compared, moment)),
    );
    questions += count + 1;
  }
  return { questions, differences };
}

/** Chooses the newest block, a tagged one, and two past ones, by number and by time. */
async function chooseMoments(compared: Compared): Promise<Moment[]> {
  const { chain, random, lowest } = compared;
  const { client } = chain;
  const head = await client.getBlock();
  const tag = pick(random, ['safe', 'finalized']);
  const tagged = await client.getBlock({ blockTag: tag });
  const past = await client.getBlock({
    blockNumber: BigInt(integer(random, lowest, Number(head.number) - 1)),
  });
  const timed = await chooseTime(compared, head);
  return [
    momentOf('now', {}, head),
    momentOf(tag, { blockTag: tag }, tagged),
    momentOf(`at block ${past.number}`, { atBlock: String(past.number) }, past),
    ...(timed ? [timed] : []),
  ].filter(({ number }) => number >= lowest);
}

type ChainBlock = Pick<Block<bigint, false, 'latest'>, 'number' | 'hash' | 'timestamp'>;

function momentOf(name: string, query: Moment['query'], { number, hash }: ChainBlock): Moment {
  return { name, query, number: Number(number), hash };
}

/** Chooses a time since a block, and the last block that is not after it. Null: the time is not over yet. */
async function chooseTime({ chain, random, lowest }: Compared, head: ChainBlock): Promise<Moment | null> {
  const blockAt = (number: bigint) => chain.client.getBlock({ blockNumber: number });
  let block: ChainBlock = await blockAt(BigInt(integer(random, lowest, Number(head.number) - 1)));
  const time = block.timestamp + BigInt(integer(random, 0, 2));
  if (time >= head.timestamp) return null;
  for (;;) {
    const next = await blockAt(block.number + 1n);
    if (next.timestamp > time) return momentOf(`at ${time}`, { atTime: String(time) }, block);
    block = next;
  }
}

async function compareAt(
  { chain, resolver, service }: Compared,
  { name, query, hash }: Moment,
  asked: readonly ExclusiveQuestion[],
): Promise<Difference[]> {
  const moment = { ...query, chainId: String(chain.chainId) };
  const calls = asked.map((question) => encodeQuestion(resolver, question));
  const [contract, ours] = await Promise.all([
    chain.ask(calls, hash),
    Promise.all(asked.map((question) => askService(service, question, moment, hash))),
  ]);
  return asked.flatMap((question, i) =>
    tellApart(
      `${nameQuestion(question)} ${name}`,
      ours[i] ?? '',
      readContractAnswer(question, contract[i] ?? '0x'),
    ),
  );
}

/** Asks about a token that nobody owns: the contract reverts, and the service names nobody. */
async function compareOwnerless(
  { chain, resolver, service, random }: Compared,
  { name, query, hash }: Moment,
): Promise<Difference[]> {
  const { identifier } = createQuestion(random);
  const token = { contract: pick(random, COLLECTIONS), tokenId: NO_TOKEN_ID };
  const question: ExclusiveQuestion = { type: 'owner', token, identifier };
  const moment = { ...query, chainId: String(chain.chainId) };
  const [contract, ours] = await Promise.all([
    chain.ask([encodeQuestion(resolver, question)], hash).then(
      ([data]) => readContractAnswer(question, data ?? '0x'),
      () => 'null',
    ),
    askService(service, question, moment, hash),
  ]);
  return tellApart(`${nameQuestion(question)} ${name}`, ours, contract);
}
