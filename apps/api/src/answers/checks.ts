/** The eight checks: one query, answered by core from what the ledger has. */
import {
  type Answer,
  check,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  identify,
  type Kind,
  type Question,
  type Registry,
} from '@mandate/core';
import type { ReadModel } from '@mandate/read-model';
import type { Checkpoint, Read, Reader, Standing } from '@mandate/store';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CheckSource } from '../observe/metrics-of-read-model.ts';
import type { CheckOperation } from '../operations/index.ts';
import { askUntilSteady, hasBlock, isNow, type Pin, type Pinned, uncertain } from '../request/at-block.ts';
import type { ServedChain, ServedChains } from '../request/chains.ts';
import { assertKnown, blockHeaders, findDoubt, SAFE_HEADER } from '../request/freshness.ts';
import { createReadParameters, type Query, type Values } from '../request/read-parameters.ts';
import { markImmutable } from './immutable.ts';
import { presentStanding } from './present-grant.ts';

export interface CheckDependencies {
  readonly reader: Pick<Reader, 'findSatisfying' | 'explain' | 'isUncertain'>;
  /** Asked first. Null: there is none. */
  readonly readModel: Pick<ReadModel, 'check'> | null;
  readonly chains: ServedChains;
  readonly pin: Pin;
  readonly countCheck: (source: CheckSource) => void;
}

export function addCheck(
  app: FastifyInstance,
  operation: CheckOperation,
  { reader, readModel, chains, pin, countCheck }: CheckDependencies,
): void {
  const readParameters = createReadParameters(operation.parameters);

  app.get<{ Querystring: Query; Params: Query }>(
    operation.path,
    { config: { operation: operation.id, weight: 'check' } },
    (request, reply) => {
      const values = readParameters(request.query, request.params);
      const chain = chains.get(values.chainId, operation.version);
      request.chainId = chain.chainId;
      const question = questionOf(operation.version, operation.kind, values);
      reply.header('content-type', 'application/json; charset=utf-8');
      if (!isNow(values) || values.explain) return answerAt(reply, chain, question, values);
      const checked = readModel?.check(chain.chainId, question);
      if (checked && !findDoubt(chain, checked.checkpoint)) {
        countCheck('read_model');
        return present(reply, chain, values, checked.checkpoint, checked.answer);
      }
      return answerNow(reply, chain, question, values);
    },
  );

  async function answerNow(reply: FastifyReply, chain: ServedChain, question: Question, values: Values) {
    countCheck('database');
    const read = await reader.findSatisfying(chain.chainId, question);
    assertKnown(chain, read?.checkpoint);
    const { checkpoint, found = [] } = { ...read };
    return present(reply, chain, values, checkpoint, answerOf(question, found));
  }

  function present(
    reply: FastifyReply,
    chain: ServedChain,
    { numbers }: Values,
    { block }: Checkpoint,
    answer: Answer,
  ) {
    reply.headers(blockHeaders(chain, block));
    return presentAnswer(answer, numbers);
  }

  /** At the block that is asked for, and with reasons if they are. */
  async function answerAt(
    reply: FastifyReply,
    chain: ServedChain,
    question: Question,
    values: Values,
  ): Promise<string> {
    const { explain, numbers } = values;
    const { pinned, answer, reasons } = await askUntilSteady(chain, async () =>
      findAt(chain, question, await pin(chain, values), explain ? findReasons : find),
    );
    reply.headers(blockHeaders(chain, pinned.block));
    if (pinned.safeBlock !== null) reply.header(SAFE_HEADER, pinned.safeBlock);
    if (pinned.isFinal) markImmutable(reply);
    const value = presentAnswer(answer, numbers);
    if (!explain) return value;
    // A `false` answer has no `because` entries.
    const because = answer ? reasons.map((each) => presentStanding(each, numbers)).join(',') : '';
    const safe = pinned.safeBlock === null ? '' : `,"safeBlock":${pinned.safeBlock}`;
    return `{"value":${value},"because":[${because}],"block":${JSON.stringify(pinned.block)}${safe}}`;
  }

  /** Finds what stood at a block, with reasons or without. */
  type Find = (
    chainId: number,
    question: Question,
    pinned: Pinned,
  ) => Promise<Read<{ readonly found: Delegation[]; readonly reasons: Standing[] }>>;

  const find: Find = async (chainId, question, { readUpTo, safeBlock }) => {
    const read = await reader.findSatisfying(chainId, question, readUpTo, safeBlock);
    return read && { ...read, reasons: [] };
  };
  const findReasons: Find = async (chainId, question, { block, readUpTo, safeBlock }) => {
    const at = { atBlock: readUpTo, steadySince: safeBlock, namedBlock: block.number };
    const read = await reader.explain(chainId, question, at);
    return read && { ...read, found: read.found.map(({ delegation }) => delegation), reasons: read.found };
  };

  /** Null: the chain went back since the block was chosen. */
  async function findAt(
    chain: ServedChain,
    question: Question,
    pinned: Pinned,
    ask: Find,
  ): Promise<{ pinned: Pinned; answer: Answer; reasons: readonly Standing[] } | null> {
    if (pinned.isPast && question.registry === 'v1') await assertCertain(chain, question, pinned);
    const read = await ask(chain.chainId, question, pinned);
    if (!read || !hasBlock(read.checkpoint, pinned)) return null;
    return { pinned, answer: answerOf(question, read.found), reasons: read.reasons };
  }

  async function assertCertain(chain: ServedChain, { from }: Question, pinned: Pinned): Promise<void> {
    const { readUpTo, safeBlock } = pinned;
    if (await reader.isUncertain(chain.chainId, readUpTo, { from }, safeBlock))
      throw uncertain(chain, 'this vault', pinned);
  }
}

/** What is asked, in the words of the domain. */
export function questionOf(registry: Registry, kind: Kind, values: Values): Question {
  const { from, to, contract, tokenId, rights = FULL_RIGHTS } = values;
  if (!from || !to) throw new TypeError(`The contract of a ${kind} check has lost its wallets.`);
  return grantOf(createDelegation({ registry, kind, from, to, contract, tokenId, rights, amount: 0n }));
}

export function answerOf(question: Question, found: readonly Delegation[]): Answer {
  return check(question, (grant) => {
    const identity = identify(grant);
    return found.find((delegation) => identify(delegation) === identity);
  });
}

/** Exactly `true` or `false`, or every digit of a balance. */
export function presentAnswer(answer: Answer, numbers: Values['numbers']): string {
  return numbers === 'string' && typeof answer === 'bigint' ? `"${answer}"` : String(answer);
}
