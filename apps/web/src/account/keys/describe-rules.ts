import type { Choices, Key } from '../session/developer-api.ts';
import { nameOperation } from '../usage/usage-series.ts';

const MAX_NAMED = 3;

/** Describes the rules of a key in short phrases, and none for an unrestricted secret key. */
export function describeRules(
  { kind, origins, operations, chains, ceiling, visitorCeiling }: Key,
  { chains: known }: Choices,
): readonly string[] {
  const nameChain = (chainId: number) =>
    known.find((chain) => chain.chainId === chainId)?.name ?? `chain ${chainId}`;
  return [
    ...(kind === 'publishable' && origins.length > 0 ? [`for pages of ${listSome(origins)}`] : []),
    ...(operations ? [`only ${listSome(operations.map(nameOperation))}`] : []),
    ...(chains ? [`only on ${listSome(chains.map(nameChain))}`] : []),
    ...(visitorCeiling === null ? [] : [`${write(visitorCeiling)} requests a visitor in 10 s`]),
    ...(ceiling === null ? [] : [`${write(ceiling)} requests in 10 s`]),
  ];
}

export function listSome(names: readonly string[]): string {
  if (names.length <= MAX_NAMED) return names.join(', ');
  return `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;
}

const write = (count: number) => count.toLocaleString('en-US');
