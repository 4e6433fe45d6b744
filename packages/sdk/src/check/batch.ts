import type {
  BatchAnswers,
  ChainAnswer,
  ProvenBatchAnswers,
  ProvenBlock,
  UnknownAnswer,
} from '../answers.ts';
import type { Client } from '../client/create-client.ts';
import { address, chainId, type Forms, flag as flagForm, rights, tokenId, WHEN } from '../client/forms.ts';
import type { BatchCheck, BatchParameters } from '../client/parameters.ts';
import { array, flag, object, type Read, text, uint256 } from '../client/read-json.ts';
import { type Reply, readJson, unexpectedAnswer } from '../client/reply.ts';
import { assertNone, findErrors } from '../client/validate.ts';
import { writeBody } from '../client/write-body.ts';
import { findKind, type Kind, REGISTRIES } from '../registries.ts';
import { MAINNET } from './ask.ts';
import { chainsOf } from './chains.ts';

const MAX_CHECKS = 1_000;
const MAX_PROVEN_CHECKS = 20;

/**
 * Sends up to 1,000 checks of any kind, chain and registry in one request. Returns one answer per check, in
 * the same order. All answers of a chain are for one block. An answer whose `value` is null is unknown,
 * neither true nor false: `code` and `detail` give the reason. With `proof: true`, each answer comes with
 * its proof, and a batch has at most 20 checks.
 *
 * @example
 * import { batch, createClient } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const hot = '0x0000000000000000000000000000000000000407';
 * const cold = '0x00000000000000000000000000000000000c01d0';
 * const token = { contract: '0xC011eC7100000000000000000000000000000001', tokenId: 7n };
 * const { answers } = await batch(client, [
 *   { registry: 'v2', kind: 'erc721', to: hot, from: cold, ...token },
 *   { registry: 'v1', kind: 'all', to: hot, from: cold },
 *   { registry: 'v2', kind: 'all', to: hot, from: cold, chainId: 8453 },
 * ]);
 * console.log(answers.map(({ value }) => value)); // [ true, false, null ]
 */
export async function batch<Prove extends boolean = false>(
  client: Client,
  checks: readonly BatchCheck[],
  { signal, ...parameters }: BatchParameters<Prove> = {},
): Promise<Prove extends true ? ProvenBatchAnswers : BatchAnswers> {
  const { proof = false, ...when } = parameters;
  assertNone([
    ...findErrors(parameters, {}, { ...WHEN, proof: flagForm }),
    ...findCheckErrors(checks, proof ? MAX_PROVEN_CHECKS : MAX_CHECKS),
  ]);
  const proofs = proof && (await import('./proven.ts'));
  const reply = await client.send('/batch', signal, writeBody({ ...parameters, checks }));
  const asked = new Set(checks.map(({ chainId: id = MAINNET }) => id));
  const readKnown = proofs ? proofs.provenOf : (value: Read<boolean | bigint>) => object({ value });
  const read = object<{ answers: ReadAnswer[]; chains: ChainAnswer[] }>({
    answers: readAnswers(checks, readKnown),
    chains: chainsOf([...asked], when),
  });
  const { answers, chains } = readJson(reply, read);
  const placed = answers.map((answer, i) => {
    const { chainId = MAINNET } = checks[i] ?? {};
    const chain = chains.find((each) => each.chainId === chainId);
    return chain ? place(answer, chain, reply) : answer;
  });
  return { answers: placed, chains } as never;
}

/** Requires that an answer is of a chain that is known, and a proof of its block. Gives the block its chain. */
function place(answer: ReadAnswer, chain: ChainAnswer, reply: Reply) {
  if (answer.value === null) return answer;
  if (!chain.known) throw unexpectedAnswer(reply, 'with an answer for a chain that it calls unknown');
  const { block } = answer;
  if (!block) return answer;
  if (block.hash !== chain.block.hash) throw unexpectedAnswer(reply, 'with a proof of another block');
  return { ...answer, block: { chainId: chain.chainId, ...block } };
}

function findCheckErrors(checks: readonly BatchCheck[], max: number) {
  if (checks.length === 0 || checks.length > max) {
    const message = `has ${checks.length} checks: send 1 to ${max} per batch.`;
    return [{ parameter: 'checks', message }];
  }
  return checks.flatMap(({ registry, kind, ...fields }, i) => {
    const known = findKind(registry, kind);
    if (!known) return [{ parameter: `checks[${i}].kind`, message: `must be one of: ${listNames()}.` }];
    const optional = known.hasRights ? { chainId, rights } : { chainId };
    return findErrors(fields, formsOf(known.scope), optional).map(({ parameter, message }) => {
      return { parameter: `checks[${i}].${parameter}`, message };
    });
  });
}

function formsOf(scope: Kind['scope']): Forms {
  const forms = { contract: address, tokenId };
  return { to: address, from: address, ...Object.fromEntries(scope.map((name) => [name, forms[name]])) };
}

function listNames(): string {
  const names = Object.entries(REGISTRIES).map(([registry, kinds]) =>
    Object.keys(kinds).map((kind) => `${registry} ${kind}`),
  );
  return names.flat().join(', ');
}

const readUnknown = object<Omit<UnknownAnswer, 'value'>>({ code: text, detail: text });

/** An answer as the service sends it: the chain of its block is that of the check. */
type ReadAnswer = UnknownAnswer | { value: boolean | bigint; block?: Omit<ProvenBlock, 'chainId'> };

/**
 * Requires one answer per check, of the check's type. A list that is off by one would answer for another
 * wallet.
 */
function readAnswers(
  checks: readonly BatchCheck[],
  readKnown: (value: Read<boolean | bigint>) => Read<ReadAnswer>,
): Read<ReadAnswer[]> {
  const readValues = array(object<{ value: unknown }>({ value: (value) => value }));
  return (given) => {
    const values = readValues(given);
    if (values.length !== checks.length) {
      throw new TypeError(`${values.length} answers to ${checks.length} checks`);
    }
    return values.map(({ value }, i) => {
      const answer = (given as unknown[])[i];
      if (value === null) return { value, ...readUnknown(answer) };
      const [check] = checks.slice(i, i + 1);
      const kind = check && findKind(check.registry, check.kind);
      if (!kind) throw new TypeError('an answer to no check');
      return readKnown(kind.answer === 'balance' ? uint256 : flag)(answer);
    });
  };
}
