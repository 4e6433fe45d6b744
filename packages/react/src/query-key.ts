import type { Client } from '@mandate/sdk';

/** The fields of a question as text: keys are compared and written as JSON, which has no bigint. */
type Fields = Readonly<Record<string, string>>;

/** The first two parts are the same for all questions to a service. */
export type MandateKey = readonly ['mandate', string, string, Fields];

export const prefixOf = ({ baseUrl }: Client) => ['mandate', baseUrl] as const;

/** Addresses and rights are written in lower case, so that the same question has one key. */
export function keyOf(client: Client, name: string, question: object): MandateKey {
  const given = Object.entries(question).filter(([, value]) => value !== undefined);
  return [
    ...prefixOf(client),
    name,
    Object.fromEntries(given.map(([field, value]) => [field, textOf(value)])),
  ];
}

function textOf(value: unknown): string {
  const text = String(value);
  return text.startsWith('0x') ? text.toLowerCase() : text;
}
