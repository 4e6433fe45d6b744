/** `mandate check <kind>` */
import type { Answer, Explained } from '../answers.ts';
import type { Client } from '../create-client.ts';
import { findKind, REGISTRIES } from '../registries.ts';
import { getCheck } from './check-functions.ts';
import {
  assertOptions,
  readRights,
  readTokenId,
  readWhole,
  type TextOption,
  UsageError,
  type Values,
} from './options.ts';
import { createPaint, type Paint, type Terminal } from './terminal.ts';
import { readWhen, WHEN_OPTIONS } from './when-options.ts';
import { describeAmount, describeBlock, describeGrant, describeRights, writeJson } from './words.ts';

type Answered = Answer<boolean | bigint> | Explained<boolean | bigint>;

/** The options of a check, by the field that each one fills. */
const OPTIONS = { contract: 'contract', tokenId: 'token' } as const satisfies Record<string, TextOption>;

export async function runCheck(
  client: Client,
  [name = '', ...more]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const registry = values.v1 ? 'v1' : 'v2';
  const kind = findKind(registry, name);
  if (!kind || more.length > 0) {
    const names = Object.keys(REGISTRIES[registry]).join(', ');
    throw new UsageError(`Choose what to check${values.v1 ? ' in v1' : ''}: ${names}.`);
  }
  const own = values.v1 ? 'v1' : 'rights';
  const needs: TextOption[] = ['to', 'from', ...kind.scope.map((field) => OPTIONS[field])];
  assertOptions(values, `check ${name}`, needs, ['chain', 'explain', own, ...WHEN_OPTIONS]);
  const answer = await getCheck(registry, name)(client, parametersOf(values));
  terminal.print(
    values.json || !terminal.isTerminal ? writeJson(answer) : describe(answer, values, terminal),
  );
  return answer.value ? 0 : 1;
}

function parametersOf(values: Values): object {
  const { to, from, contract, token, chain, rights, explain } = values;
  // The check itself validates these and reports the missing ones.
  return {
    to,
    from,
    contract,
    tokenId: token === undefined ? undefined : readTokenId(token),
    chainId: chain === undefined ? undefined : readWhole('chain', chain),
    rights: rights === undefined ? undefined : readRights(rights),
    explain,
    ...readWhen(values),
  };
}

/** Repeats the question, so that nobody takes the answer to another one for theirs. */
function describe(answer: Answered, values: Values, terminal: Terminal): string {
  const { value, block, safeBlock } = answer;
  const paint = createPaint(terminal);
  const word = typeof value === 'bigint' ? describeAmount(value) : value ? 'yes' : 'no';
  const verdict = value ? paint('green', `✓ ${word}`) : paint('red', `✗ ${word}`);
  const rights = values.rights === undefined ? 'full' : describeRights(readRights(values.rights));
  const lines = [
    ['to', values.to],
    ['from', values.from],
    ['contract', values.contract],
    ['token', values.token],
    ['rights', values.v1 ? undefined : rights],
    ['at', describeBlock(block, terminal.now())],
    ['', block.hash === null ? undefined : paint('dim', block.hash)],
    ['safe at', safeBlock === null ? undefined : `block ${safeBlock}`],
    ...('because' in answer ? describeReasons(answer, paint) : []),
  ];
  const shown = lines.flatMap(([label = '', text]) =>
    text === undefined ? [] : [`  ${paint('dim', label.padEnd(8))}  ${text}`],
  );
  return [paint('bold', verdict), '', ...shown].join('\n');
}

/** Shows each grant with the transaction that made it. */
function describeReasons({ because }: Explained<boolean | bigint>, paint: Paint): [string, string][] {
  return because.flatMap((grant, i): [string, string][] => [
    [i === 0 ? 'because' : '', `${describeGrant(grant)}, since block ${grant.block}`],
    ['', paint('dim', grant.transaction)],
  ]);
}
