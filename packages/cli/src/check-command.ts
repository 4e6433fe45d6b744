/** `mandate check <kind>` */
import { type Answer, type Client, type Explained, findKind, REGISTRIES } from '@mandate/sdk';
import { getCheck } from './check-functions.ts';
import type { Command } from './command.ts';
import { describeKinds } from './kinds.ts';
import {
  assertOptions,
  readRegistry,
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

export const CHECK: Command = {
  usage: '<kind> --to <hot> --from <cold> [...]',
  about: 'check whether --to may act for --from',
  words: [...new Set(Object.values(REGISTRIES).flatMap((kinds) => Object.keys(kinds)))],
  options: ['to', 'from', 'contract', 'token', 'rights', 'chain', 'registry', ...WHEN_OPTIONS, 'explain'],
  more: `Kinds\n${describeKinds()}`,
  examples: [
    'check erc721 --to 0x… --from 0x… --contract 0x… --token 7',
    'check all --to 0x… --from 0x… --rights vote --chain 8453 && echo yes',
    'check all --to 0x… --from 0x… --at-time 2026-01-31T12:00:00Z --explain',
  ],
  run: runCheck,
};

async function runCheck(
  client: Client,
  [name = '', ...more]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const registry = readRegistry(values, ['v2', 'v1']);
  const kind = findKind(registry, name);
  if (!kind || more.length > 0) {
    const names = Object.keys(REGISTRIES[registry]).join(', ');
    throw new UsageError(`Choose what to check in ${registry}: ${names}.`);
  }
  const needs: TextOption[] = ['to', 'from', ...kind.scope.map((field) => OPTIONS[field])];
  assertOptions(values, `check ${name}`, needs, [
    ...(['chain', 'registry', 'explain', ...WHEN_OPTIONS] as const),
    ...(registry === 'v2' ? (['rights'] as const) : []),
  ]);
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
    ['rights', values.registry === 'v1' ? undefined : rights],
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
