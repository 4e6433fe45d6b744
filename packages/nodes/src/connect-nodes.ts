import type { ConfiguredChain, ConfiguredNode } from '@mandate/config';
import { createNode } from './node.ts';
import { createQuorum } from './quorum.ts';
import type { NodeError, NodeObserver, Vote } from './rpc/node-watch.ts';
import type { Source } from './source.ts';
import { withStateNodes } from './state-nodes.ts';

/** A wrong answer counts for this long, unless the node answers a question of the same kind correctly. */
const HELD_AGAINST_MS = 60_000;

/** Errors that are found in an answer. All others were counted with their request. */
const SEEN_IN_ANSWERS: readonly NodeError[] = ['malformed', 'wrong_hash', 'wrong_chain'];

/** Questions about contracts that clients choose. Each contract may answer every node in another way. */
const ABOUT_ANY_CONTRACT: readonly string[] = ['runCode', 'callEach'] satisfies (keyof Source)[];

/** Limits the calls to the nodes. */
export interface CallBudget {
  /** Waits until the node may get these calls. Throws if its month does not allow them. */
  admit(chain: ConfiguredChain, node: ConfiguredNode, calls: number): Promise<void>;
}

export interface ConnectOptions {
  readonly observers?: readonly NodeObserver[];
  /** Without a budget, a node gets as many calls as it accepts. */
  readonly budget?: CallBudget | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Combines the nodes of a chain into one source, and reports what each of them does. */
export function connectNodes(
  chain: ConfiguredChain,
  { observers = [], budget, timeoutMs }: ConnectOptions = {},
): Source {
  const tell = (say: (observer: NodeObserver) => void) => observers.forEach(say);
  const voters = new Map<Source, { node: ConfiguredNode; record: VotingRecord }>();
  const stateNodes: Source[] = [];
  for (const node of chain.nodes) {
    const source = createNode(node.url, chain.chainId, {
      label: node.label,
      timeoutMs,
      evidence: chain.evidence,
      needsTo: chain.needsTo,
      maxCalls: node.callsPerSecond ?? undefined,
      watch: {
        admit: async (calls) => budget?.admit(chain, node, calls),
        asked: (request) => tell((observer) => observer.asked(chain, node, request)),
        erred: (error) => tell((observer) => observer.erred(chain, node, error)),
      },
    });
    if (node.stateOnly) stateNodes.push(source);
    else voters.set(source, { node, record: createVotingRecord() });
  }
  const source = createQuorum([...voters.keys()], chain.quorum, (source, kind, vote, error) => {
    const voter = voters.get(source);
    if (!voter) return;
    const { node, record } = voter;
    if (error !== null && SEEN_IN_ANSWERS.includes(error))
      tell((observer) => observer.erred(chain, node, error));
    if (ABOUT_ANY_CONTRACT.includes(kind)) return;
    const standing = record.add(kind, vote);
    tell((observer) => observer.voted(chain, node, { vote, error, standing }));
  });
  return withStateNodes(source, stateNodes, chain.quorum);
}

interface VotingRecord {
  /** Adds a vote. Returns the node's overall standing. */
  add(kind: string, vote: Vote): Vote;
}

const WORST_FIRST: readonly Vote[] = ['outvoted', 'failed', 'undecided', 'behind'];

/** A node that answers most questions correctly may still be wrong about one kind of question, e.g. logs. */
function createVotingRecord(): VotingRecord {
  const last = new Map<string, { readonly vote: Vote; readonly at: number }>();
  return {
    add(kind, vote) {
      const now = performance.now();
      last.set(kind, { vote, at: now });
      const recent = [...last.values()].filter(({ at }) => now - at < HELD_AGAINST_MS);
      return WORST_FIRST.find((bad) => recent.some((each) => each.vote === bad)) ?? 'agreed';
    },
  };
}
