/** Puts questions to the service at a moment, and to the contracts at the blocks that it means. */

import { type Difference, show, tellApart } from '../compare.ts';
import { askViews } from '../contract-answers.ts';
import type { Reply } from '../service.ts';
import { type Asked, holdingAtAll } from './asked.ts';
import type { Beyond } from './beyond.ts';
import type { Moment } from './moments.ts';
import { findNamed, readNamedBlock } from './named-block.ts';
import type { Block, RestingChain } from './resting-chain.ts';

export interface AnsweredAt {
  /** In the order of the questions. */
  readonly replies: readonly Reply[];
  readonly differences: readonly Difference[];
}

export async function askAt(
  { service, resting }: Beyond,
  moment: Moment,
  asked: readonly Asked[],
): Promise<AnsweredAt> {
  const { chain } = resting;
  const [replies, ...atEach] = await Promise.all([
    Promise.all(
      asked.map(({ path, query }) =>
        service.get(path, { ...query, ...moment.query, chainId: String(chain.chainId), numbers: 'string' }),
      ),
    ),
    ...moment.at.map(({ hash }) => askViews(chain, asked, hash)),
  ]);
  const differences: Difference[] = [];
  /** Answers that name an earlier block have to be true of that one too. */
  const elsewhere = new Map<Block, { asked: Asked; ours: string }[]>();
  for (const [i, each] of asked.entries()) {
    const reply = replies[i];
    if (!reply) continue;
    const { ours, block } = readReply(reply, each, moment, resting);
    const registry = show(holdingAtAll(atEach.map((answers) => answers[i])));
    differences.push(...tellApart(nameAt(each.name, moment, resting), ours, registry));
    if (!block || block === moment.at[0]) continue;
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
  return { replies, differences };
}

/** What the reply says as text; whatever is wrong with it is text as well, and no registry says that. */
function readReply(
  reply: Reply,
  { read }: Asked,
  moment: Moment,
  resting: RestingChain,
): { ours: string; block?: Block } {
  if (reply.status !== 200) return { ours: `${reply.status} ${reply.body}` };
  const block = findNamed(readNamedBlock(reply), moment, resting);
  if (typeof block === 'string') return { ours: `${reply.body} ${block}` };
  return { ours: show(read(reply.body)), block };
}

export function nameAt(question: string, moment: Moment, { chain }: RestingChain): string {
  return `${question}, ${moment.name} of chain ${chain.chainId}`;
}
