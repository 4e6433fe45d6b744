/** `mandate check <kind>` */
import type { Answer, Explained } from '../answers.ts';
import { checkAll } from '../check-all.ts';
import { checkAllV1 } from '../check-all-v1.ts';
import { checkContract } from '../check-contract.ts';
import { checkContractV1 } from '../check-contract-v1.ts';
import { checkErc20 } from '../check-erc20.ts';
import { checkErc721 } from '../check-erc721.ts';
import { checkErc1155 } from '../check-erc1155.ts';
import { checkTokenV1 } from '../check-token-v1.ts';
import type { Client } from '../create-client.ts';
import type { CheckErc721Parameters } from '../parameters.ts';
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

/**
 * Typed with the parameters of the widest check. `assertOptions` rejects those that a check does not take.
 */
type Answered = Answer<boolean | bigint> | Explained<boolean | bigint>;
type Check = (client: Client, parameters: CheckErc721Parameters) => Promise<Answered>;
interface CheckCommand {
  readonly check: Check;
  readonly needs: readonly TextOption[];
}

const PARTIES = ['to', 'from'] as const;
const CONTRACT = [...PARTIES, 'contract'] as const;
const TOKEN = [...CONTRACT, 'token'] as const;

const COMMANDS: Readonly<Record<'v1' | 'v2', Readonly<Record<string, CheckCommand>>>> = {
  v2: {
    all: { check: checkAll, needs: PARTIES },
    contract: { check: checkContract, needs: CONTRACT },
    erc721: { check: checkErc721, needs: TOKEN },
    erc1155: { check: checkErc1155, needs: TOKEN },
    erc20: { check: checkErc20, needs: CONTRACT },
  },
  v1: {
    all: { check: checkAllV1, needs: PARTIES },
    contract: { check: checkContractV1, needs: CONTRACT },
    token: { check: checkTokenV1, needs: TOKEN },
  },
};

export async function runCheck(
  client: Client,
  [name = '', ...more]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const commands = COMMANDS[values.v1 ? 'v1' : 'v2'];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || more.length > 0) {
    throw new UsageError(
      `Choose what to check${values.v1 ? ' in v1' : ''}: ${Object.keys(commands).join(', ')}.`,
    );
  }
  const own = values.v1 ? 'v1' : 'rights';
  assertOptions(values, `check ${name}`, command.needs, ['chain', 'explain', own, ...WHEN_OPTIONS]);
  const answer = await command.check(client, parametersOf(values));
  terminal.print(
    values.json || !terminal.isTerminal ? writeJson(answer) : describe(answer, values, terminal),
  );
  return answer.value ? 0 : 1;
}

function parametersOf(values: Values): CheckErc721Parameters {
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
  } as CheckErc721Parameters;
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
