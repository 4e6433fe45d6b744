/** Reads answers with proofs, and verifies nothing: `@mandate/sdk/proof` does. Loaded on demand, as few callers need it. */
import type { Proven, ProvenBlock } from '../answers.ts';
import { bytes, bytes32, object, type Read, whole } from '../client/read-json.ts';
import type { Reply } from '../client/reply.ts';
import { readProof } from '../generated/registry.ts';

type NumberedBlock = Omit<ProvenBlock, 'chainId'>;

const readBlock = object<NumberedBlock>({ number: whole, hash: bytes32, timestamp: whole, header: bytes });
/** Reads a proven answer whose block has no chain. `readValue` reads its value. */
export function provenOf<T>(
  readValue: Read<T>,
): Read<Omit<Proven<T>, 'block'> & { readonly block: NumberedBlock }> {
  return object<Omit<Proven<T>, 'block'> & { readonly block: NumberedBlock }>({
    value: readValue,
    block: readBlock,
    proof: readProof,
  });
}

/** Reads the proven answer of a check, which must be about the block that the headers name. */
export function provenCheckOf<T>(reply: Reply, readPlain: (reply: Reply) => T) {
  const read = provenOf((value) => readPlain({ ...reply, body: JSON.stringify(value) ?? '' }));
  return (answer: unknown): Omit<Proven<T>, 'block'> & Pick<ProvenBlock, 'header'> => {
    const { block, ...proven } = read(answer);
    const { number, hash, timestamp, header } = block;
    const named = ['number', 'hash', 'timestamp'].map((name) => reply.headers.get(`x-block-${name}`));
    if (named.join() !== [number, hash, timestamp].join()) throw new TypeError('two blocks');
    return { ...proven, header };
  };
}
