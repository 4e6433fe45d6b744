/** Names addresses, and finds the addresses of names. */
import type { Address } from '@mandate/core';
import type { Asker } from '../../access/limit/shares.ts';
import { MAINNET } from '../../request/chains.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { Account } from './accounts.ts';
import type { ContractInfo } from './contracts.ts';
import type { Lookups } from './lookups.ts';
import { createNamePlaces, type NamePlaces } from './name-places.ts';
import type { TokenInfo, TokenKey } from './tokens.ts';

interface NameQuestion {
  readonly chainId: number;
  readonly address: Address;
  readonly tokenId: bigint | null;
}

/** The names of an address. `undefined` if the nodes could not answer. */
export interface NamedAddress {
  readonly names:
    | (ContractInfo & { readonly ensName: string | null; readonly token: TokenInfo | null })
    | undefined;
  readonly account: Account | undefined;
}

export interface Names {
  /** Answers in the order of the questions. */
  name(questions: readonly NameQuestion[], asker: Asker): Promise<NamedAddress[]>;
  /** Finds the address of a name in normal form. `null` if it has none. `undefined` if the nodes could not answer. */
  resolve(name: string, asker: Asker): Promise<Address | null | undefined>;
}

/** A wallet on Ethereum. */
interface EnsAnswer {
  readonly name: string | null;
  readonly isContract: boolean;
}

const NO_ENS: EnsAnswer = { name: null, isContract: false };

interface Dependencies {
  readonly lookups: Lookups;
  readonly chainReader: Pick<ChainReader, 'takePlace'>;
  /** Without Ethereum, nothing has a name of ENS. */
  readonly hasEthereum: boolean;
}

export function createNames({ lookups, chainReader, hasEthereum }: Dependencies): Names {
  const { accounts, contracts, reverses, forwards, tokens } = lookups;

  /** Finds the primary names of addresses: each must lead back to its address. */
  async function findEns(
    addresses: readonly Address[],
    places: NamePlaces,
  ): Promise<(EnsAnswer | undefined)[]> {
    if (!hasEthereum) return addresses.map(() => NO_ENS);
    const found = await reverses.getMany(addresses, places);
    const names = [...new Set(found.flatMap((reverse) => reverse?.claimed ?? []))];
    const owners = await forwards.getMany(names, places);
    return addresses.map((address, i) => {
      const reverse = found[i];
      if (!reverse) return undefined;
      const { claimed, isContract } = reverse;
      if (claimed === null) return { name: null, isContract };
      const forward = owners[names.indexOf(claimed)];
      return forward && { name: forward.owner === address ? claimed : null, isContract };
    });
  }

  /** `null` if it has no token that could be named. `undefined` if the nodes could not answer. */
  async function findTokens(
    questions: readonly NameQuestion[],
    infos: readonly (ContractInfo | undefined)[],
    places: NamePlaces,
  ): Promise<(TokenInfo | null | undefined)[]> {
    const keys = questions.map((question, i) => keyOfToken(question, infos[i]));
    const found = await tokens.getMany(
      keys.filter((key) => key !== null),
      places,
    );
    const answers = found.values();
    return keys.map((key) => (key ? answers.next().value : null));
  }

  /** Asks in the places of a client, and gives them back. */
  async function ask<T>(asker: Asker, work: (places: NamePlaces) => Promise<T>): Promise<T> {
    const places = createNamePlaces(chainReader, asker);
    try {
      return await work(places);
    } finally {
      places.give();
    }
  }

  return {
    name: (questions, asker) =>
      ask(asker, async (places) => {
        const [kinds, remembered, ens] = await Promise.all([
          accounts.getMany(
            questions.map(({ chainId, address }) => ({ chainId, address })),
            places,
          ),
          contracts.getMany(questions, places),
          findEns(
            questions.map(({ address }) => address),
            places,
          ),
        ]);
        const infos = remembered.map((info, i) => info && withAccount(info, kinds[i]));
        const shown = await findTokens(questions, infos, places);
        return questions.map(({ chainId }, i) => {
          const [info, token, account] = [infos[i], shown[i], kinds[i]];
          const ensName = info && nameOn(chainId, info, ens[i]);
          if (!info || ensName === undefined || token === undefined) return { names: undefined, account };
          return { names: { ...info, ensName, token }, account };
        });
      }),
    async resolve(name, asker) {
      if (!hasEthereum) return null;
      const [found] = await ask(asker, (places) => forwards.getMany([name], places));
      return found?.owner;
    },
  };
}

/** The kind of the address was read after its metadata: a contract may have been deployed, or destroyed, in between. */
function withAccount(info: ContractInfo, account: Account | undefined): ContractInfo {
  if (!account) return info;
  const isContract = account.kind === 'contract' || account.kind === 'safe';
  return { isContract, contract: isContract ? info.contract : null };
}

function keyOfToken({ chainId, address, tokenId }: NameQuestion, info?: ContractInfo): TokenKey | null {
  const standard = info?.contract?.standard;
  if (tokenId === null || !standard || standard === 'ERC20') return null;
  return { chainId, contract: address, tokenId, standard };
}

/**
 * Names belong to Ethereum. On another chain, a contract at the same address may be someone else's, and so may an account
 * at the address of a contract of Ethereum.
 */
function nameOn(
  chainId: number,
  { isContract }: ContractInfo,
  ens: EnsAnswer | undefined,
): string | null | undefined {
  if (chainId !== MAINNET && isContract) return null;
  if (!ens) return undefined;
  return chainId !== MAINNET && ens.isContract ? null : ens.name;
}
