/** The eight checks: one query, answered by core from what the ledger has. */
import type { ConfiguredChain } from '@mandate/config';
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
import type { Replica } from '@mandate/replica';
import type { Checkpoint, Read, Reader, Standing } from '@mandate/store';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { assertKnown, blockHeaders, findDoubt, IMMUTABLE, SAFE_HEADER } from './freshness.ts';
import type { CheckSource } from './metrics-of-read-model.ts';
import { askUntilSteady, isNow, type Pin, type Pinned } from './moment.ts';
import type { CheckOperation } from './operations.ts';
import { presentStanding } from './present-grant.ts';
import { ProblemError } from './problems.ts';
import { createReadParameters, type Query, type Values } from './read-parameters.ts';
import type { ServedChains } from './served-chains.ts';

export interface CheckDependencies {
  readonly reader: Pick<Reader, 'findSatisfying' | 'explain' | 'isUncertain'>;
  /** Asked first. Null: there is none. */
  readonly replica: Pick<Replica, 'check'> | null;
  readonly chains: ServedChains;
  readonly pin: Pin;
  readonly countCheck: (source: CheckSource) => void;
}

export function addCheck(
  app: FastifyInstance,
  operation: CheckOperation,
  { reader, replica, chains, pin, countCheck }: CheckDependencies,
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
      const checked = replica?.check(chain.chainId, question);
      if (checked && !findDoubt(chain, checked.checkpoint)) {
        countCheck('read_model');
        return present(reply, chain, values, checked.checkpoint, checked.answer);
      }
      return answerNow(reply, chain, question, values);
    },
  );

  async function answerNow(reply: FastifyReply, chain: ConfiguredChain, question: Question, values: Values) {
    countCheck('database');
    const read = await reader.findSatisfying(chain.chainId, question);
    assertKnown(chain, read?.checkpoint);
    const { checkpoint, found = [] } = { ...read };
    return present(reply, chain, values, checkpoint, answerOf(question, found));
  }

  function present(
    reply: FastifyReply,
    chain: ConfiguredChain,
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
    chain: ConfiguredChain,
    question: Question,
    { explain, numbers, ...values }: Values,
  ): Promise<string> {
    const { pinned, answer, reasons } = await askUntilSteady(chain, async () =>
      findAt(chain, question, await pin(chain, values), explain ? findReasons : find),
    );
    reply.headers(blockHeaders(chain, pinned.block));
    if (pinned.alsoAt !== null) reply.header(SAFE_HEADER, pinned.alsoAt);
    if (pinned.isFinal) reply.header('cache-control', IMMUTABLE);
    const value = presentAnswer(answer, numbers);
    if (!explain) return value;
    // What is not so has no reason: in strict mode something may stand, and not count yet.
    const because = answer ? reasons.map((each) => presentStanding(each, numbers)).join(',') : '';
    const safe = pinned.alsoAt === null ? '' : `,"safeBlock":${pinned.alsoAt}`;
    return `{"value":${value},"because":[${because}],"block":${JSON.stringify(pinned.block)}${safe}}`;
  }

  /** What stood at a block, with reasons or without. */
  type Find = (
    chainId: number,
    question: Question,
    block: number,
  ) => Promise<Read<{ readonly found: Delegation[]; readonly reasons: Standing[] }>>;

  const find: Find = async (chainId, question, block) => {
    const read = await reader.findSatisfying(chainId, question, block);
    return read && { ...read, reasons: [] };
  };
  const findReasons: Find = async (chainId, question, block) => {
    const read = await reader.explain(chainId, question, block);
    return read && { ...read, found: read.found.map(({ delegation }) => delegation), reasons: read.found };
  };

  /** Null: the chain went back since the block was chosen. */
  async function findAt(
    chain: ConfiguredChain,
    question: Question,
    pinned: Pinned,
    ask: Find,
  ): Promise<{ pinned: Pinned; answer: Answer; reasons: readonly Standing[] } | null> {
    const { block, alsoAt, rewinds, isPast } = pinned;
    const blocks = alsoAt === null ? [block.number] : [block.number, alsoAt];
    if (isPast && question.registry === 'v1') await assertCertain(chain, question, Math.min(...blocks));
    const reads = await Promise.all(blocks.map((number) => ask(chain.chainId, question, number)));
    const answers: Answer[] = [];
    for (const read of reads) {
      // Another server than the one that chose the block may not have it yet.
      if (read?.checkpoint.rewinds !== rewinds || read.checkpoint.block.number < block.number) return null;
      answers.push(answerOf(question, read.found));
    }
    const answer = answers.reduce((one, other) => (one < other ? one : other));
    return { pinned, answer, reasons: reads[0]?.reasons ?? [] };
  }

  async function assertCertain({ chainId, name }: ConfiguredChain, { from }: Question, block: number) {
    if (!(await reader.isUncertain(chainId, block, { from }))) return;
    const detail = `What this vault had granted on ${name} at block ${block} can not be known.`;
    throw new ProblemError('history_uncertain', detail);
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
