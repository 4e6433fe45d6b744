/** Adds nodes that are used only for state that the voting nodes lack. */
import { proveByAny } from './prove-by-any.ts';
import { createQuorum, QuorumError } from './quorum.ts';
import { RpcError } from './rpc/errors.ts';
import type { Source } from './source.ts';

/**
 * Asks the voters first. If they lack the state of a block, the nodes that have it must agree, state nodes and
 * voters: as many as the quorum, or all of them if there are fewer. So a single state node is trusted alone, which
 * its operator accepts with `stateOnly`.
 */
export function withStateNodes(voters: Source, stateNodes: readonly Source[], quorum: number): Source {
  if (stateNodes.length === 0) return voters;

  async function ask<T>(read: (source: Source) => Promise<T>): Promise<T> {
    try {
      return await read(voters);
    } catch (error) {
      const having = listHaving(error);
      if (!having) throw error;
      const nodes = [...having, ...stateNodes];
      return read(createQuorum(nodes, Math.min(quorum, nodes.length)));
    }
  }

  return Object.defineProperties({} as Source, {
    ...Object.getOwnPropertyDescriptors(voters),
    readSlots: {
      value: (...asked: Parameters<Source['readSlots']>) => ask((from) => from.readSlots(...asked)),
    },
    runCode: { value: (...asked: Parameters<Source['runCode']>) => ask((from) => from.runCode(...asked)) },
    callEach: { value: (...asked: Parameters<Source['callEach']>) => ask((from) => from.callEach(...asked)) },
    // A proof needs no trust in the node that gives it.
    prove: { value: proveByAny([voters, ...stateNodes]) },
    getCode: {
      value: (...[address, block]: Parameters<Source['getCode']>) =>
        block === 'latest' ? voters.getCode(address, block) : ask((from) => from.getCode(address, block)),
    },
  });
}

/** Lists the voters that have the state, if the others refuse it. `null` if the error is about something else. */
function listHaving(error: unknown): Source[] | null {
  if (error instanceof RpcError) return [];
  if (!(error instanceof QuorumError) || error.disagreement || error.errors.length === 0) return null;
  if (!error.errors.every((each) => each instanceof RpcError)) return null;
  return error.ballots.flatMap(({ value, nodes }) => nodes.map((node) => repeat(node, value)));
}

/** Repeats an answer, so that a voter is not asked again. */
function repeat(node: Source, value: unknown): Source {
  const again = async () => value as never;
  return { ...node, readSlots: again, runCode: again, callEach: again, getCode: again };
}
