/**
 * The delegations of the collector's phone, and the questions about them that the screen shows with their
 * answers.
 */
import { createDelegation, type DelegationFields, FULL_RIGHTS, rightsFromText } from '@mandate/core';
import { getAddress, parseUnits } from 'viem';
import { COLLECTOR, COLLECTORS_PHONE, ERC20S, ERC721S, ERC1155S } from './cast.ts';

const [{ name: trams, contract: tramsContract }] = ERC721S;
const [harbor] = ERC20S;
const [forge] = ERC1155S;
const TRAM = 4181n;
const HARBORS = 2_500n;
const ROWS = 5;

const toPhone = (kind: DelegationFields['kind'], fields: Partial<DelegationFields> = {}) =>
  createDelegation({
    registry: 'v2',
    kind,
    from: COLLECTOR,
    to: COLLECTORS_PHONE,
    rights: FULL_RIGHTS,
    ...fields,
  });

/** Earlier delegations to the phone, and those revoked since. */
export const PAST = {
  given: [
    toPhone('all', { rights: rightsFromText('vote') }),
    toPhone('erc20', { contract: harbor.contract, amount: parseUnits('400', harbor.decimals) }),
    toPhone('contract', { contract: ERC721S[2].contract }),
  ],
  takenBack: [
    toPhone('all', { rights: rightsFromText('vote') }),
    toPhone('contract', { contract: ERC721S[2].contract }),
  ],
};

/** A few scopes on Ethereum, the whole wallet on Base. */
export const SHOWCASE = {
  ethereum: [
    toPhone('erc721', { contract: tramsContract, tokenId: TRAM }),
    toPhone('erc20', { contract: harbor.contract, amount: parseUnits(String(HARBORS), harbor.decimals) }),
    toPhone('erc1155', { contract: forge.contract, tokenId: 7n, amount: 25n }),
    toPhone('contract', { contract: ERC721S[1].contract, rights: rightsFromText('claim') }),
    toPhone('contract', { registry: 'v1', contract: tramsContract }),
  ],
  base: [toPhone('all')],
};

export const STORY = `The collector, ${getAddress(COLLECTOR)}, keeps its tokens in a cold wallet.
The phone, ${getAddress(COLLECTORS_PHONE)}, may act for some of them.`;

export interface Example {
  readonly question: string;
  /** The exact answer, or `N delegations` for a list. */
  readonly answer: string;
  readonly path: string;
}

export function listExamples(): Example[] {
  const [from, to] = [getAddress(COLLECTOR), getAddress(COLLECTORS_PHONE)];
  const parties = `delegate=${to}&vault=${from}`;
  const token = `${parties}&contract=${getAddress(tramsContract)}&tokenId=${TRAM}`;
  return [
    {
      question: `May the phone act for the collector's ${trams} #${TRAM}?`,
      answer: 'true',
      path: `/registry/v2/check/erc721?${token}`,
    },
    {
      question: "For the collector's whole wallet?",
      answer: 'false',
      path: `/registry/v2/check/all?to=${to}&from=${from}`,
    },
    {
      question: `For how many ${harbor.name}? For ${HARBORS}, with ${harbor.decimals} decimals.`,
      answer: String(parseUnits(String(HARBORS), harbor.decimals)),
      path: `/registry/v2/check/erc20?${parties}&contract=${getAddress(harbor.contract)}`,
    },
    {
      question: `The first ${ROWS} of the collector's delegations, given and received. Without limit: all.`,
      answer: `${ROWS} delegations`,
      path: `/registry/v2/${from}?limit=${ROWS}`,
    },
    {
      question: 'The first question on Base, where the collector delegated the whole wallet to the phone.',
      answer: 'true',
      path: `/registry/v2/check/erc721?${token}&chainId=8453`,
    },
  ];
}
