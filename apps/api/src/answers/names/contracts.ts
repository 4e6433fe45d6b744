/** Asks a contract what it calls itself, and which standard it claims to follow. */
import type { Address, Standard } from '@mandate/core';
import type { ContractStep, StepAnswer, StepGroup } from '@mandate/nodes';
import type { Hex } from 'viem';
import { supportsInterface } from '../chain/token-calls.ts';
import { cleanText } from './clean-text.ts';
import { readText, readWord } from './decode-text.ts';
import { DESIGNATOR_BYTES, readDesignator } from './designator.ts';

const SELECTORS = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
};
const INTERFACES = ['0x01ffc9a7', '0xffffffff', '0x80ac58cd', '0xd9b67a26'] as const;
const WORD = 32;
const GAS = { word: 100_000, text: 150_000 };
/** The most bytes of 64 characters. */
const MAX_TEXT_BYTES = 2 * WORD + 256;
const MAX_DECIMALS = 77n;

interface NamedContract {
  readonly standard: Standard | null;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

export interface ContractInfo {
  readonly isContract: boolean;
  readonly contract: NamedContract | null;
}

/** Reads as much of the code as tells whether it is a contract. */
export const readCode = (contract: Address): ContractStep => ({
  kind: 'code',
  contract,
  maxBytes: DESIGNATOR_BYTES,
});

/** An account that runs the code of a contract (EIP-7702) is the account of a person, and no contract. */
export function isContractCode(answer: StepAnswer | undefined): boolean {
  return answer?.type === 'returned' && answer.length > 0 && readDesignator(answer) === null;
}

export function stepsOfContract(contract: Address): StepGroup {
  const call = (data: string, maxBytes: number): ContractStep => {
    const gas = maxBytes === WORD ? GAS.word : GAS.text;
    return { kind: 'call', contract, data: data as Hex, gas, maxBytes };
  };
  return [
    readCode(contract),
    call(SELECTORS.name, MAX_TEXT_BYTES),
    call(SELECTORS.symbol, MAX_TEXT_BYTES),
    call(SELECTORS.decimals, WORD),
    call(SELECTORS.totalSupply, WORD),
    ...INTERFACES.map((id) => call(supportsInterface(id), WORD)),
  ];
}

export function readContract(answers: readonly StepAnswer[]): ContractInfo {
  const [code, name, symbol, decimals, totalSupply, ...interfaces] = answers;
  const isContract = isContractCode(code);
  if (!isContract) return { isContract, contract: null };
  const places = readWord(decimals);
  const claimed = findClaimed(interfaces);
  const isCurrency = places !== null && places <= MAX_DECIMALS && readWord(totalSupply) !== null;
  const standard = claimed ?? (isCurrency ? 'ERC20' : null);
  const contract: NamedContract = {
    standard,
    name: cleanText(readText(name)?.text ?? ''),
    symbol: cleanText(readText(symbol)?.text ?? ''),
    decimals: standard === 'ERC20' && places !== null ? Number(places) : null,
  };
  const saysNothing = !contract.standard && !contract.name && !contract.symbol;
  return { isContract, contract: saysNothing ? null : contract };
}

/** A contract that supports what no contract does says yes to everything, and one cannot be of both standards. */
function findClaimed(answers: readonly StepAnswer[]): 'ERC721' | 'ERC1155' | null {
  const [erc165, none, erc721, erc1155] = answers.map((answer) => readWord(answer) === 1n);
  if (!erc165 || none || erc721 === erc1155) return null;
  return erc721 ? 'ERC721' : 'ERC1155';
}
