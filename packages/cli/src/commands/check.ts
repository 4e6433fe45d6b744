/** `mandate check <kind>` */
import { type AnyCheckParameters, type Client, check, findKind, REGISTRIES } from '@mandate/sdk';
import type { Command } from '../command.ts';
import { describeKinds } from '../kinds.ts';
import {
  assertOptions,
  readRegistry,
  readRights,
  readTokenId,
  readWhole,
  type TextOption,
  UsageError,
  type Values,
} from '../options.ts';
import { describeCheck } from '../output/describe-check.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeJson } from '../output/words.ts';
import { readVerification, VERIFY_OPTIONS } from '../verify/verify-options.ts';
import { readWhen, WHEN_OPTIONS } from '../when-options.ts';

/** The options of a check, by the field that each one fills. */
const OPTIONS = { contract: 'contract', tokenId: 'token' } as const satisfies Record<string, TextOption>;

export const CHECK: Command = {
  usage: '<kind> --to <hot> --from <cold> [...]',
  about: 'check whether --to may act for --from',
  words: [...new Set(Object.values(REGISTRIES).flatMap((kinds) => Object.keys(kinds)))],
  options: [
    ...(['to', 'from', 'contract', 'token', 'rights', 'chain', 'registry'] as const),
    ...WHEN_OPTIONS,
    'explain',
    ...VERIFY_OPTIONS,
  ],
  more: `Kinds\n${describeKinds()}

--verify asks for a proof and checks it here, against a block hash of your own node: the service cannot lie then.
A proof that does not hold is exit code 2, like every answer that is not known.`,
  examples: [
    'check erc721 --to 0x… --from 0x… --contract 0x… --token 7',
    'check all --to 0x… --from 0x… --rights vote --chain 8453 && echo yes',
    'check all --to 0x… --from 0x… --at-time 2026-01-31T12:00:00Z --explain',
    'check all --to 0x… --from 0x… --verify --rpc https://your-node.example',
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
    ...(['chain', 'registry', 'explain', ...WHEN_OPTIONS, ...VERIFY_OPTIONS] as const),
    ...(registry === 'v2' ? (['rights'] as const) : []),
  ]);
  const verification = readVerification(values, terminal.signal);
  if (verification) {
    // The verifier takes time to load, and most checks do without it.
    const { runVerifiedCheck } = await import('../verify/verified-check.ts');
    const question = { registry, kind: name, ...parametersOf(values) };
    return runVerifiedCheck(client, question, verification, values, terminal);
  }
  const asked = { registry, kind: name, ...parametersOf(values), explain: values.explain };
  const answer = await check(client, asked as AnyCheckParameters<boolean, false>);
  terminal.print(
    values.json || !terminal.isTerminal ? writeJson(answer) : describeCheck(answer, values, terminal),
  );
  return answer.value ? 0 : 1;
}

function parametersOf(values: Values) {
  const { to, from, contract, token, chain, rights } = values;
  // The check itself validates these and reports the missing ones.
  return {
    to,
    from,
    contract,
    tokenId: token === undefined ? undefined : readTokenId(token),
    chainId: chain === undefined ? undefined : readWhole('chain', chain),
    rights: rights === undefined ? undefined : readRights(rights),
    ...readWhen(values),
  };
}
