/** Reads the body of a request of the Model Context Protocol: one JSON-RPC message. */
import { ProblemError } from '../http/problems.ts';
import { isObject, type JsonObject, readObject } from '../request/read-body.ts';

export const MAX_MESSAGE_BYTES = 2 ** 14;
/** Arguments are flat. What is around them, and what a client says about itself, is a few levels deep. */
const MAX_DEPTH = 12;
const FORM = '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}';

export function readMessage(bytes: Buffer): JsonObject {
  const message = readObject(bytes, `one JSON-RPC message, e.g. ${FORM}`);
  if (isDeeper(message, MAX_DEPTH))
    throw new ProblemError(
      'malformed_request',
      `The message is nested more than ${MAX_DEPTH} levels deep. Send arguments that are text, numbers or booleans.`,
    );
  return message;
}

/** Never goes deeper than asked: the body may be all brackets. */
function isDeeper(value: unknown, levels: number): boolean {
  if (!Array.isArray(value) && !isObject(value)) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}
