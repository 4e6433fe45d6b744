/** Asks the service about a moment, and the contracts at the corresponding blocks. */

import { createRandom, integer } from '@mandate/contracts';
import { show } from '../compare.ts';
import { type Difference, tellApart } from '../compared.ts';
import { askViews } from '../contract-answers.ts';
import type { Reply } from '../service.ts';
import type { ComparedQuestion } from './compared-question.ts';
import type { Context } from './context.ts';
import type { Moment } from './moments.ts';
import { findNamed, readNamedBlock } from './named-block.ts';
import type { Block, RestingChain } from './resting-chain.ts';
import { compareLeast } from './steady.ts';
import { isUnknown } from './unknowable.ts';

export interface AnsweredAt {
  /** In the order of the questions. */
  readonly replies: readonly Reply[];
  /** The number of answers with 503, because a pruned node cannot provide the answer. */
  readonly unknown: number;
  readonly differences: readonly Difference[];
}

export async function askAt(
  { service, resting, steady, isUnknowable, random }: Context,
  moment: Moment,
  asked: readonly ComparedQuestion[],
): Promise<AnsweredAt> {
  const { chain } = resting;
  const drawn = createRandom(integer(random, 0, 2 ** 31 - 2));
  const [replies, standing] = await Promise.all([
    Promise.all(
      asked.map(({ path, query }) =>
        service.get(path, { ...query, ...moment.query, chainId: String(chain.chainId), numbers: 'string' }),
      ),
    ),
    askViews(chain, asked, moment.at.hash),
  ]);
  const expected = (each: ComparedQuestion, i: number) =>
    moment.safe ? each.answerFrom(steady.delegations) : standing[i];
  // Everything is known about now.
  const isOpen = (each: ComparedQuestion, reply: Reply) =>
    moment.isPast && isUnknown(reply) && isUnknowable([each.registry], each.vault);
  const differences: Difference[] = [];
  let unknown = 0;
  /** Answers that name an earlier block must be true at that block, too. */
  const elsewhere = new Map<Block, { asked: ComparedQuestion; ours: string }[]>();
  const strict: { asked: ComparedQuestion; name: string; ours: unknown }[] = [];
  for (const [i, each] of asked.entries()) {
    const reply = replies[i] as Reply;
    if (isOpen(each, reply)) {
      unknown++;
      continue;
    }
    const { ours, value, block } = readReply(reply, each, moment, resting);
    const name = nameAt(each.name, moment, resting);
    differences.push(...tellApart(name, ours, show(expected(each, i))));
    if (moment.safe && block) strict.push({ asked: each, name, ours: value });
    if (!block || block === moment.at) continue;
    elsewhere.set(block, [...(elsewhere.get(block) ?? []), { asked: each, ours }]);
  }
  for (const [block, theirs] of elsewhere) {
    const answers = await askViews(
      chain,
      theirs.map((each) => each.asked),
      block.hash,
    );
    for (const [i, { asked: each, ours }] of theirs.entries()) {
      const name = `${nameAt(each.name, moment, resting)}, which named block ${block.number}`;
      differences.push(...tellApart(name, ours, show(answers[i])));
    }
  }
  differences.push(...(await compareLeast(resting, steady, drawn, strict)));
  return { replies, unknown, differences };
}

/** Returns the reply as text. Problems become text as well, which no registry would answer. */
function readReply(
  reply: Reply,
  { read }: ComparedQuestion,
  moment: Moment,
  resting: RestingChain,
): { ours: string; value?: unknown; block?: Block } {
  if (reply.status !== 200) return { ours: `${reply.status} ${reply.body}` };
  const block = findNamed(readNamedBlock(reply), moment, resting);
  if (typeof block === 'string') return { ours: `${reply.body} ${block}` };
  const value = read(reply.body);
  return { ours: show(value), value, block };
}

export function nameAt(question: string, moment: Moment, { chain }: RestingChain): string {
  return `${question}, ${moment.name} of chain ${chain.chainId}`;
}
