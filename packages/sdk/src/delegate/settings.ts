import type { Account, Address, Chain, Transport } from 'viem';
import type { ClientOptions } from '../client/create-client.ts';

/** The service that answers reads in the place of the node. */
export type ServiceOptions = ClientOptions;

/** The options of a constructor. With `baseUrl`, reads go to that service. */
export interface DelegateOptions extends Partial<ServiceOptions> {
  /** The way to the node. Default: the chain's public node. */
  readonly userTransport?: Transport | undefined;
  /** Default: Ethereum. */
  readonly chain?: Chain | undefined;
  /** Signs writes. */
  readonly account?: Account | Address | undefined;
}

export interface Settings {
  readonly transport: Transport | undefined;
  readonly chain: Chain | undefined;
  readonly account: Account | Address | undefined;
  readonly service: ServiceOptions | null;
}

/** Both forms of a constructor: one object of options, or a transport, a chain, an account and a service. */
export type ConstructorArguments<Options extends DelegateOptions> =
  | [options: Options]
  | [
      userTransport?: Transport | undefined,
      chain?: Chain | undefined,
      account?: Account | Address | undefined,
      service?: ServiceOptions | undefined,
    ];

/** Reads the arguments of a constructor. A transport is a function, so the two forms cannot be mistaken. */
export function readSettings(args: ConstructorArguments<DelegateOptions>): Settings {
  const [first, chain, account, service = null] = args;
  if (typeof first !== 'object') return { transport: first, chain, account, service };
  const { userTransport: transport, chain: ofOptions, account: signer, baseUrl, ...more } = first;
  return {
    transport,
    chain: ofOptions,
    account: signer,
    service: baseUrl === undefined ? null : { ...more, baseUrl },
  };
}
