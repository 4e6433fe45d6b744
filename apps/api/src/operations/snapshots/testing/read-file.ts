/** Reads the files of snapshots, with none of the code that writes them, and says what has to be in them. */
import { HISTORY } from './snapshot-service.ts';

/** RFC 4180: records of fields, which may be quoted. Throws where it is anything else. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let [fields, end]: [string[], number] = [[], 0];
  for (const { 0: whole, 1: field = '', 2: separator } of text.matchAll(FIELD)) {
    end += whole.length;
    fields.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (separator === ',') continue;
    records.push(fields);
    fields = [];
  }
  if (end !== text.length || fields.length > 0) throw new SyntaxError(`This is no CSV from ${end} on.`);
  return records;
}

const FIELD = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;

/** Numbers by their digits: a double has too few. */
const parseLine = (line: string) =>
  JSON.parse(line, (_, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && source !== undefined ? BigInt(source) : value,
  ) as Record<string, unknown>;

export function parseLines(text: string): Record<string, unknown>[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new SyntaxError('The last line is not complete.');
  return lines.map(parseLine);
}

const TOKEN_TYPES: Readonly<Record<string, string>> = {
  erc721: 'ERC721',
  erc20: 'ERC20',
  erc1155: 'ERC1155',
};

/** Those of the history as they are promised, with wallets in lower case and numbers as texts. */
export const recordsOf = (indexes: readonly number[]) =>
  indexes
    .flatMap((index) => HISTORY[index] ?? [])
    .map(({ delegation, since }) => {
      const of = (field: string) =>
        (delegation as unknown as Record<string, unknown>)[field]?.toString() ?? null;
      const { registry, kind } = delegation;
      return {
        registry,
        type: kind === 'all' || kind === 'contract' ? kind.toUpperCase() : 'TOKEN',
        from: of('from'),
        to: of('to'),
        contract: of('contract'),
        tokenId: of('tokenId'),
        rights: of('rights'),
        tokenType: TOKEN_TYPES[kind] ?? null,
        amount: of('amount'),
        block: String(since.block),
        log: String(since.log),
        transaction: since.tx,
      };
    });

/** A record as it came, in the same form. */
export const comparable = (record: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const text = value === null || value === '' ? null : String(value);
      return [name, ['from', 'to', 'contract'].includes(name) ? (text?.toLowerCase() ?? null) : text];
    }),
  );
