import { encodeHeader, hashHeader, ProofError, type RpcBlock } from '@mandate/proof';
import { WrongHashError } from './rpc/errors.ts';
import type { Header } from './source.ts';

/**
 * Computes the hash of each header from the first block on whose header has Ethereum's form. A header whose hash is
 * another was changed by the node, or has a form that we do not know.
 */
export function createHeaderCheck(node: string, headersFrom: number) {
  return (block: object, { number, hash }: Header): void => {
    if (number < headersFrom) return;
    const computed = hashOf(block);
    if (computed === hash) return;
    const how =
      computed === null ? 'a field is missing or malformed' : `its fields have the hash ${computed}`;
    throw new WrongHashError(
      node,
      `header of block ${number} ${hash}: ${how}. If other nodes say the same, the chain's headers have a new form: set ` +
        '"header": false in its settings',
    );
  };
}

/** `null` if the fields do not make a header. */
function hashOf(block: object): string | null {
  try {
    return hashHeader(encodeHeader(block as RpcBlock));
  } catch (error) {
    if (error instanceof ProofError) return null;
    throw error;
  }
}
