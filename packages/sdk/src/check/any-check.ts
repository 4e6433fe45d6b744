import type { Client } from '../client/create-client.ts';
import { InvalidParametersError } from '../client/errors.ts';
import type { BatchCheck, Options, When, Why } from '../client/parameters.ts';
import type { Kind, KindName, Registries, Registry } from '../registries.ts';
import type { AnswerOf } from './check.ts';
import { checkAll } from './check-all.ts';
import { checkAllV1 } from './check-all-v1.ts';
import { checkContract } from './check-contract.ts';
import { checkContractV1 } from './check-contract-v1.ts';
import { checkErc20 } from './check-erc20.ts';
import { checkErc721 } from './check-erc721.ts';
import { checkErc1155 } from './check-erc1155.ts';
import { checkTokenV1 } from './check-token-v1.ts';

const CHECKS = {
  v2: {
    all: checkAll,
    contract: checkContract,
    erc721: checkErc721,
    erc1155: checkErc1155,
    erc20: checkErc20,
  },
  v1: { all: checkAllV1, contract: checkContractV1, token: checkTokenV1 },
} satisfies { readonly [R in Registry]: Readonly<Record<keyof Registries[R], unknown>> };

type Ask = (client: Client, parameters: object) => Promise<AnswerOf<boolean | bigint, boolean, boolean>>;

/** The value of a check of this registry and kind. */
type ValueOf<C> = C extends { readonly registry: infer R extends Registry; readonly kind: infer K }
  ? K extends keyof Registries[R]
    ? Registries[R][K] extends Kind & { readonly answer: 'balance' }
      ? bigint
      : boolean
    : never
  : never;

/** A check of any registry and kind, with the parameters of the function that asks that one. */
export type AnyCheckParameters<
  Explain extends boolean = boolean,
  Prove extends boolean = boolean,
> = BatchCheck & When & Why<Explain, Prove> & Options;

/**
 * Asks the check of a registry and a kind: for code that gets both as data. A page that asks one kind is smaller with the
 * function of that kind, e.g. `checkErc721`.
 *
 * @example
 * import { check, createClient } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { value } = await check(client, {
 *   registry: 'v2',
 *   kind: 'erc721',
 *   to: '0x0000000000000000000000000000000000000407',
 *   from: '0x00000000000000000000000000000000000c01d0',
 *   contract: '0xC011eC7100000000000000000000000000000001',
 *   tokenId: 7n,
 * });
 * console.log(value); // true
 */
export async function check<
  const Asked extends BatchCheck,
  Explain extends boolean = false,
  Prove extends boolean = false,
>(
  client: Client,
  { registry, kind, ...parameters }: Asked & AnyCheckParameters<Explain, Prove>,
): Promise<AnswerOf<ValueOf<Asked>, Explain, Prove>> {
  return (await findCheck(registry, kind)(client, parameters)) as never;
}

/** Throws on what only code without types can send. */
function findCheck(registry: Registry, kind: KindName): Ask {
  const checks: Readonly<Record<string, unknown>> = Object.hasOwn(CHECKS, registry) ? CHECKS[registry] : {};
  if (Object.hasOwn(checks, kind)) return checks[kind] as Ask;
  const names = Object.entries(CHECKS).flatMap(([id, own]) =>
    Object.keys(own).map((each) => `${id} ${each}`),
  );
  const errors = [{ parameter: 'kind', message: `must be one of: ${names.join(', ')}.` }];
  throw new InvalidParametersError({
    code: 'invalid_parameters',
    detail: `"kind" ${errors[0]?.message}`,
    errors,
  });
}
