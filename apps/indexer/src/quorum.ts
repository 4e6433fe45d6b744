import { RateLimitedError } from './rpc-errors.ts';
import type { Source, Tags } from './source.ts';

/** Too few nodes say the same. The chain stands still until they do: the quorum is never lowered. */
export class QuorumError extends AggregateError {
  override readonly name = 'QuorumError';
  /** How many different answers there are, each from too few nodes. */
  readonly answers: number;
  /** `errors` are those of the nodes that gave no answer. */
  constructor(
    question: string,
    quorum: number,
    voices: readonly string[],
    answers: number,
    errors: readonly unknown[],
  ) {
    super(errors, `Fewer than ${quorum} nodes agree on ${question}: ${voices.join('; ')}`);
    this.answers = answers;
  }

  /** Nodes contradict each other, rather than being away. */
  get disagreement(): boolean {
    return this.answers > 1;
  }
}

/** How long enough nodes wait for the others' heads: one that hangs must not hold them up. */
const PATIENCE_MS = 500;

/** Several nodes as one: an answer counts when `quorum` of them give it, to the letter. */
export function createQuorum(nodes: readonly Source[], quorum: number): Source {
  if (quorum < 1 || quorum > nodes.length) {
    throw new RangeError(`A quorum of ${quorum} needs as many nodes, not ${nodes.length}.`);
  }
  const [only] = nodes;
  if (only && nodes.length === 1) return only;

  function agree<T>(question: string, ask: (node: Source) => Promise<T>): Promise<T> {
    const votes = new Map<string, { value: T; names: string[] }>();
    const failures: { name: string; error: unknown }[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let open = nodes.length;
    const settle = () => {
      if (--open > 0) return;
      const limited = failures.find(({ error }) => error instanceof RateLimitedError);
      if (votes.size < 2 && limited) return reject(limited.error);
      const voices = [
        ...[...votes.values()].map(({ names }, i) => `answer ${i + 1} by ${names.join(' and ')}`),
        ...failures.map(
          ({ name, error }) => `${name} failed (${error instanceof Error ? error.message : error})`,
        ),
      ];
      const errors = failures.map(({ error }) => error);
      reject(new QuorumError(question, quorum, voices, votes.size, errors));
    };
    for (const node of nodes) {
      ask(node)
        .then((value) => {
          const digest = JSON.stringify(value, (_, field) =>
            typeof field === 'bigint' ? `${field}n` : field,
          );
          const vote = votes.get(digest) ?? { value, names: [] };
          votes.set(digest, vote);
          vote.names.push(node.name);
          if (vote.names.length === quorum) resolve(vote.value);
        })
        .catch((error: unknown) => failures.push({ name: node.name, error }))
        .finally(settle);
    }
    return promise;
  }

  /** Heads differ by nature. What counts is how far at least `quorum` nodes of one chain have come. */
  async function getTags(): Promise<Tags> {
    const given: Tags[] = [];
    const errors: unknown[] = [];
    const listAgreed = () =>
      [...Map.groupBy(given, ({ chainId }) => chainId).values()].find(({ length }) => length >= quorum);
    await waitForMost(
      nodes.map((node) =>
        node.getTags().then(
          (tags) => given.push(tags),
          (error: unknown) => errors.push(error),
        ),
      ),
      () => listAgreed() !== undefined,
    );
    const tags = listAgreed();
    const [first] = tags ?? [];
    if (!tags || !first) {
      const limited = errors.find((error) => error instanceof RateLimitedError);
      if (limited) throw limited;
      const voices = [...given.map(({ chainId }) => `one serves chain ${chainId}`), ...errors.map(String)];
      const served = new Set(given.map(({ chainId }) => chainId));
      throw new QuorumError('the chain and its head', quorum, voices, served.size, errors);
    }
    const reached = (numbers: number[]) => numbers.toSorted((a, b) => b - a)[quorum - 1];
    const known = (pick: (tag: Tags) => number | null) =>
      reached(tags.flatMap((tag) => pick(tag) ?? [])) ?? null;
    return {
      chainId: first.chainId,
      head: known(({ head }) => head) ?? first.head,
      safe: known(({ safe }) => safe),
      finalized: known(({ finalized }) => finalized),
    };
  }

  return {
    name: nodes.map(({ name }) => name).join(', '),
    getTags,
    getCode: (address, block) => agree(`code of ${address}`, (node) => node.getCode(address, block)),
    findHeaders: (numbers) => agree(`blocks ${span(numbers)}`, (node) => node.findHeaders(numbers)),
    getRange: (addresses, first, last) =>
      agree(`blocks ${span([first, last])}`, (node) => node.getRange(addresses, first, last)),
    getLogs: (addresses, hashes) =>
      agree(`logs of ${hashes.join(', ')}`, (node) => node.getLogs(addresses, hashes)),
    getReceipts: (hashes) => agree(`receipts of ${hashes.join(', ')}`, (node) => node.getReceipts(hashes)),
    getTransaction: (hash) => agree(`transaction ${hash}`, (node) => node.getTransaction(hash)),
    readSlots: (address, slots, blockHash) =>
      agree(`storage at ${blockHash}`, (node) => node.readSlots(address, slots, blockHash)),
  };
}

/** Waits for all, yet not long for the last ones once there are enough. */
async function waitForMost(asked: readonly Promise<unknown>[], isEnough: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  for (const one of asked) {
    one.then(() => {
      if (isEnough()) timer ??= setTimeout(resolve, PATIENCE_MS);
    });
  }
  Promise.all(asked).then(() => resolve());
  await promise;
  clearTimeout(timer);
}

function span(numbers: readonly number[]): string {
  return `${numbers[0]} to ${numbers.at(-1)}`;
}
