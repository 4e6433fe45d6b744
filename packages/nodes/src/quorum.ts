import { messageOf } from '@mandate/core';
import { proveByAny } from './prove-by-any.ts';
import { NodeBehindError, RateLimitedError } from './rpc/errors.ts';
import { type NodeError, nodeErrorOf, type Vote } from './rpc/node-watch.ts';
import type { Header, Source, Tags } from './source.ts';

/** Too few nodes give the same answer. The chain stops until they do: the quorum is never lowered. */
export class QuorumError extends AggregateError {
  override readonly name = 'QuorumError';
  /** The number of different answers, each from too few nodes. */
  readonly answers: number;
  /** The answers of single nodes, if they were counted. */
  readonly ballots: readonly Ballot<unknown>[];
  /** `errors` are those of the nodes that gave no answer. */
  constructor(
    question: string,
    quorum: number,
    voices: readonly string[],
    answers: number,
    errors: readonly unknown[],
    ballots: readonly Ballot<unknown>[] = [],
  ) {
    super(errors, `Fewer than ${quorum} nodes agree on ${question}: ${voices.join('; ')}`);
    this.answers = answers;
    this.ballots = ballots;
  }

  /** True if nodes contradict each other, rather than being unavailable. */
  get disagreement(): boolean {
    return this.answers > 1;
  }
}

/**
 * The longest wait for the remaining heads once enough nodes have answered: one that hangs must not delay the others.
 */
const SLOW_HEAD_TIMEOUT_MS = 500;

/** One answer, and the nodes that gave it. */
interface Ballot<T> {
  readonly value: T;
  readonly nodes: Source[];
}

type QuestionKind = Exclude<keyof Source, 'name' | 'quorum' | 'rangeBlocks' | 'proves' | 'needsTo'>;

type TellVote = (node: Source, kind: QuestionKind, vote: Vote, error: NodeError | null) => void;

/**
 * Combines several nodes into one source: an answer counts if `quorum` of them give exactly the same. `tell` receives
 * each node's vote.
 */
export function createQuorum(nodes: readonly Source[], quorum: number, tell: TellVote = () => {}): Source {
  if (quorum < 1 || quorum > nodes.length) {
    throw new RangeError(`A quorum of ${quorum} needs at least that many nodes; there are ${nodes.length}.`);
  }
  const [only] = nodes;
  const prove = proveByAny(nodes, (node, vote, error) => tell(node, 'prove', vote, error));
  if (only && nodes.length === 1) return observeSingle(only, prove, tell);
  const tellFailed = (node: Source, kind: QuestionKind, error: unknown) => {
    if (error instanceof NodeBehindError) tell(node, kind, 'behind', null);
    else tell(node, kind, 'failed', nodeErrorOf(error));
  };

  function agree<T>(
    kind: QuestionKind,
    question: string,
    ask: (node: Source, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const votes = new Map<string, Ballot<T>>();
    const failures: { name: string; error: unknown }[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let open = nodes.length;
    let winner: Ballot<T> | null = null;
    const decided = new AbortController();
    const judge = (node: Source, ballot: Ballot<T>) => {
      if (ballot === winner) tell(node, kind, 'agreed', null);
      else tell(node, kind, lacksBlock(ballot.value) ? 'behind' : 'outvoted', null);
    };
    const vote = (node: Source, value: T) => {
      const digest = JSON.stringify(value, (_, field) => (typeof field === 'bigint' ? `${field}n` : field));
      const ballot = votes.get(digest) ?? { value, nodes: [] };
      votes.set(digest, ballot);
      ballot.nodes.push(node);
      if (winner) return judge(node, ballot);
      if (ballot.nodes.length < quorum) return;
      winner = ballot;
      resolve(value);
      decided.abort();
      for (const each of votes.values()) for (const voter of each.nodes) judge(voter, each);
    };
    const settle = () => {
      if (--open > 0 || winner) return;
      const ballots = [...votes.values()];
      for (const node of ballots.flatMap((ballot) => ballot.nodes)) tell(node, kind, 'undecided', null);
      const limited = failures.find(({ error }) => error instanceof RateLimitedError);
      if (votes.size < 2 && limited) return reject(limited.error);
      const voices = [
        ...ballots.map(
          (ballot, i) => `answer ${i + 1} by ${ballot.nodes.map(({ name }) => name).join(' and ')}`,
        ),
        ...failures.map(({ name, error }) => `${name} failed (${messageOf(error)})`),
      ];
      const errors = failures.map(({ error }) => error);
      reject(new QuorumError(question, quorum, voices, votes.size, errors, ballots));
    };
    for (const node of nodes) {
      ask(node, decided.signal)
        .then((value) => vote(node, value))
        .catch((error: unknown) => {
          // A node that was still reading when the others had decided did nothing wrong.
          if (error === decided.signal.reason) return;
          failures.push({ name: node.name, error });
          tellFailed(node, kind, error);
        })
        .finally(settle);
    }
    return promise;
  }

  /** Asks all nodes, and does not wait long for the last ones once there are enough. */
  async function askMost<T>(
    kind: QuestionKind,
    question: string,
    ask: (node: Source) => Promise<T>,
  ): Promise<Map<Source, T>> {
    const given = new Map<Source, T>();
    const errors: unknown[] = [];
    await waitForMost(
      nodes.map((node) =>
        ask(node).then(
          (value) => given.set(node, value),
          (error: unknown) => {
            errors.push(error);
            tellFailed(node, kind, error);
          },
        ),
      ),
      () => given.size >= quorum,
    );
    if (given.size >= quorum) return given;
    const limited = errors.find((error) => error instanceof RateLimitedError);
    if (limited) throw limited;
    throw new QuorumError(question, quorum, errors.map(String), 0, errors);
  }

  /** Heads differ by nature: returns the highest block that at least `quorum` nodes have reached. */
  async function getHead(): Promise<Header> {
    const heads = await askMost('getHead', 'the newest block', (node) => node.getHead());
    const number = reached([...heads.values()].map((head) => head.number)) ?? 0;
    return agree('getHead', `block ${number}`, async (node) => {
      const head = heads.get(node);
      if (!head || head.number < number)
        throw new NodeBehindError(`${node.name} does not have block ${number}.`);
      const header = head.number === number ? head : (await node.findHeaders([number]))[0];
      if (!header) throw new NodeBehindError(`${node.name} does not have block ${number}.`);
      return header;
    });
  }

  async function getTags(): Promise<Tags> {
    const answers = await askMost('getTags', 'safe and final blocks', (node) => node.getTags());
    for (const node of answers.keys()) tell(node, 'getTags', 'agreed', null);
    const given = [...answers.values()];
    const known = (pick: (tags: Tags) => number | null) => reached(given.flatMap((tags) => pick(tags) ?? []));
    return { safe: known(({ safe }) => safe), finalized: known(({ finalized }) => finalized) };
  }

  /** Returns the highest number that at least `quorum` nodes have reached. */
  function reached(numbers: readonly number[]): number | null {
    return numbers.toSorted((a, b) => b - a)[quorum - 1] ?? null;
  }

  return {
    name: nodes.map(({ name }) => name).join(', '),
    quorum,
    /** At least `quorum` nodes accept this many. The others read more pieces. */
    get rangeBlocks() {
      return reached(nodes.map(({ rangeBlocks }) => rangeBlocks)) ?? 1;
    },
    getHead,
    getTags,
    getCode: (address, block) =>
      agree('getCode', `code of ${address}`, (node) => node.getCode(address, block)),
    findHeaders: (numbers) =>
      agree('findHeaders', `blocks ${span(numbers)}`, (node) => node.findHeaders(numbers)),
    getRange: (addresses, first, last, options) =>
      agree('getRange', `blocks ${span([first, last])}`, (node, signal) =>
        node.getRange(addresses, first, last, { ...options, signal }),
      ),
    getLogs: (addresses, hashes) =>
      agree('getLogs', `logs of ${hashes.join(', ')}`, (node) => node.getLogs(addresses, hashes)),
    getReceipts: (hashes) =>
      agree('getReceipts', `receipts of ${hashes.join(', ')}`, (node) => node.getReceipts(hashes)),
    getTransaction: (hash) =>
      agree('getTransaction', `transaction ${hash}`, (node) => node.getTransaction(hash)),
    call: (address, data, blockHash, code) =>
      agree('call', `a call at ${blockHash}`, (node) => node.call(address, data, blockHash, code)),
    runCode: (programs, blockHash) =>
      agree('runCode', `code at ${blockHash}`, (node) => node.runCode(programs, blockHash)),
    needsTo: nodes.some(({ needsTo }) => needsTo),
    callEach: (calls, blockHash) =>
      agree('callEach', `calls at ${blockHash}`, (node) => node.callEach(calls, blockHash)),
    readSlots: (address, slots, blockHash) =>
      agree('readSlots', `storage at ${blockHash}`, (node) => node.readSlots(address, slots, blockHash)),
    proves: nodes.some(({ proves }) => proves),
    prove,
  };
}

/** Observes a single node: it agrees with itself whenever it answers. */
function observeSingle(node: Source, prove: Source['prove'], tell: TellVote): Source {
  const observe =
    (kind: QuestionKind, ask: (...question: unknown[]) => Promise<unknown>) =>
    async (...question: unknown[]) => {
      try {
        const answer = await ask(...question);
        tell(node, kind, 'agreed', null);
        return answer;
      } catch (error) {
        tell(node, kind, 'failed', nodeErrorOf(error));
        throw error;
      }
    };
  const members = Object.entries(Object.getOwnPropertyDescriptors(node)).map(([name, member]) => [
    name,
    typeof member.value === 'function'
      ? { ...member, value: observe(name as QuestionKind, member.value) }
      : member,
  ]);
  return Object.defineProperties({} as Source, { ...Object.fromEntries(members), prove: { value: prove } });
}

/** Returns whether the node lacks a requested block: headers, or the last one of a range, are missing. */
function lacksBlock(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.includes(null);
  return typeof answer === 'object' && answer !== null && 'last' in answer && answer.last === null;
}

/** Waits for all, but not long for the last ones once there are enough. */
async function waitForMost(asked: readonly Promise<unknown>[], isEnough: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  for (const one of asked) {
    one.then(() => {
      if (isEnough()) timer ??= setTimeout(resolve, SLOW_HEAD_TIMEOUT_MS);
    });
  }
  Promise.all(asked).then(() => resolve());
  await promise;
  clearTimeout(timer);
}

function span(numbers: readonly number[]): string {
  return `${numbers[0]} to ${numbers.at(-1)}`;
}
