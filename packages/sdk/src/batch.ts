import type { BatchAnswer, BatchAnswers, UnknownAnswer } from './answers.ts';
import { MAINNET } from './ask.ts';
import { chainsOf } from './chains.ts';
import type { Client } from './create-client.ts';
import { address, chainId, type Forms, rights, tokenId, WHEN } from './forms.ts';
import type { BatchCheck, Options, When } from './parameters.ts';
import { array, flag, object, type Read, text, uint256 } from './read-json.ts';
import { findKind, type Kind, REGISTRIES } from './registries.ts';
import { readJson, unexpectedAnswer } from './reply.ts';
import { assertNone, findErrors } from './validate.ts';
import { writeBody } from './write-body.ts';

const MAX_CHECKS = 1_000;
/**
 * Sends up to 1,000 checks of any kind, chain and registry in one request. Returns one answer per check, in
 * the same order. All answers of a chain are for one block. An answer whose `value` is null is unknown,
 * neither true nor false: `code` and `detail` give the reason.
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
export async function batch(
  client: Client,
  checks: readonly BatchCheck[],
  { signal, ...when }: When & Options = {},
): Promise<BatchAnswers> {
  assertNone([...findErrors(when, {}, WHEN), ...findCheckErrors(checks)]);
  const reply = await client.send('/batch', signal, writeBody({ ...when, checks }));
  const asked = new Set(checks.map(({ chainId: id = MAINNET }) => id));
  const read = object<BatchAnswers>({ answers: readAnswers(checks), chains: chainsOf([...asked], when) });
  const { answers, chains } = readJson(reply, read);
  const unread = chains.filter(({ known }) => !known).map((chain) => chain.chainId);
  const isContradiction = answers.some(
    ({ value }, i) => value !== null && unread.includes(checks[i]?.chainId ?? MAINNET),
  );
  if (isContradiction) throw unexpectedAnswer(reply, 'with an answer for a chain that it calls unknown');
  return { answers, chains };
}

function findCheckErrors(checks: readonly BatchCheck[]) {
  if (checks.length === 0 || checks.length > MAX_CHECKS) {
    const message = `has ${checks.length} checks: send 1 to ${MAX_CHECKS} per batch.`;
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

/**
 * Requires one answer per check, of the check's type. A list that is off by one would answer for another
 * wallet.
 */
function readAnswers(checks: readonly BatchCheck[]): Read<BatchAnswer[]> {
  const readValues = array(object<{ value: unknown }>({ value: (value) => value }));
  return (given) => {
    const values = readValues(given);
    if (values.length !== checks.length) {
      throw new TypeError(`${values.length} answers to ${checks.length} checks`);
    }
    return values.map(({ value }, i) => {
      if (value === null) return { value, ...readUnknown((given as unknown[])[i]) };
      const [check] = checks.slice(i, i + 1);
      const kind = check && findKind(check.registry, check.kind);
      if (!kind) throw new TypeError('an answer to no check');
      return { value: kind.answer === 'balance' ? uint256(value) : flag(value) };
    });
  };
}
