/** Tells from the nodes' errors whether all of them lack the state of a block. */
import { lacksState } from './lacks-state.ts';
import { QuorumError } from './quorum.ts';
import { RpcError } from './rpc/errors.ts';

/**
 * Judges an error. `certain`: the nodes say that they lack state. `possible`: they refuse in other words. `null` if the
 * error is about something else.
 */
export function judgeStateError(error: unknown): 'certain' | 'possible' | null {
  if (error instanceof QuorumError) {
    // While one node has the state, nothing may be inferred instead.
    if (error.answers > 0 || error.errors.length === 0) return null;
    const judged = error.errors.map(judgeStateError);
    if (judged.includes(null)) return null;
    return judged.includes('possible') ? 'possible' : 'certain';
  }
  if (!(error instanceof RpcError) || error.method !== 'eth_getStorageAt') return null;
  return lacksState(error) ? 'certain' : 'possible';
}
