/** The questions about the collector's phone that the screen shows with their answers. */
import { getAddress, parseUnits } from 'viem';
import { COLLECTOR, COLLECTORS_PHONE } from './cast.ts';
import { ERC20S, ERC721S } from './collections.ts';
import { HARBORS, TRAM } from './story.ts';

const [{ name: trams, contract: tramsContract }] = ERC721S;
const [harbor] = ERC20S;
const ROWS = 5;

export const STORY = `collector.eth, ${getAddress(COLLECTOR)}, keeps its tokens in a cold wallet.
phone.collector.eth, ${getAddress(COLLECTORS_PHONE)}, may act for some of them.`;

export type Example = ReturnType<typeof listExamples>[number];

/** An answer is exact, or `N delegations` for a list. */
export function listExamples() {
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
