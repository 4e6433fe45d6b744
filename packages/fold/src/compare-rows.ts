/** Compares the ledger's rows of a range of blocks with the rows that its logs make, grant by grant. */
import { type Address, type Delegation, findAmount, identify } from '@mandate/core';
import type { AuditedRow, DifferenceKind, Position } from '@mandate/store';
import type { FoldedRows } from './fold.ts';

/** A grant whose rows differ. The texts describe each row that began or ended in the range. */
export interface RowDifference {
  readonly delegation: Delegation;
  readonly grant: string;
  readonly kind: DifferenceKind;
  readonly ledger: readonly string[];
  readonly chain: readonly string[];
}

interface ComparedRange {
  readonly first: number;
  readonly last: number;
  /** The rows of the ledger that began or ended in the range. */
  readonly rows: readonly AuditedRow[];
  readonly folded: FoldedRows;
  /** Wallets whose v1 grants are not known in the range. */
  readonly unknown: ReadonlySet<Address>;
}

/** The part of a row's life that lies in the range. */
interface Span {
  readonly delegation: Delegation;
  /** `null` if it began before the range. */
  readonly since: Position | null;
  /** `null` if it stands at the end of the range. */
  readonly until: Position | null;
}

export function compareRows({ first, last, rows, folded, unknown }: ComparedRange): RowDifference[] {
  const ledger = bySpans(
    rows.map(({ delegation, since, until }) => ({
      delegation,
      since: since.block < first ? null : since,
      until: until && until.block <= last ? until : null,
    })),
  );
  const chain = bySpans([
    ...folded.begun,
    ...folded.ended.map(({ delegation, until }) => ({ delegation, since: null, until })),
  ]);
  return [...new Set([...ledger.keys(), ...chain.keys()])].flatMap((grant) => {
    const [ours, theirs] = [ledger.get(grant) ?? [], chain.get(grant) ?? []];
    const delegation = ours[0]?.delegation ?? theirs[0]?.delegation;
    if (!delegation || (delegation.registry === 'v1' && unknown.has(delegation.from))) return [];
    const texts = { ledger: ours.map(describe), chain: theirs.map(describe) };
    if (texts.ledger.join('\n') === texts.chain.join('\n')) return [];
    return [{ delegation, grant, kind: kindOf(ours, theirs), ...texts }];
  });
}

function bySpans(spans: readonly Span[]): Map<string, Span[]> {
  const ofGrants = Map.groupBy(spans, ({ delegation }) => identify(delegation));
  for (const ofGrant of ofGrants.values()) ofGrant.sort((a, b) => compareText(placeOf(a), placeOf(b)));
  return ofGrants;
}

/** Orders the rows of one grant. */
function placeOf({ since, until, delegation }: Span): string {
  const pad = (at: Position | null) =>
    at ? `${String(at.block).padStart(16, '0')}${String(at.log).padStart(10, '0')}` : '';
  return `${pad(since)} ${pad(until)} ${findAmount(delegation)}`;
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function describe({ delegation, since, until }: Span): string {
  const amount = findAmount(delegation);
  const at = ({ block, log, tx }: Position) => `block ${block}, log ${log}, transaction ${tx}`;
  // A row that began before the range was compared with the range that it began in.
  const begun = since ? `${amount === null ? '' : `${amount} `}from ${at(since)} ` : '';
  return `${begun}${until ? `to ${at(until)}` : 'on'}`;
}

function kindOf(ours: readonly Span[], theirs: readonly Span[]): DifferenceKind {
  const [own, real] = [ours.at(-1), theirs.at(-1)];
  if (!own) return real?.since ? 'missing' : 'revived';
  if (!real) return own.since ? 'invented' : 'ended';
  if (own.until && !real.until) return 'ended';
  if (!own.until && real.until) return 'revived';
  const places = (spans: readonly Span[]) =>
    spans.map(({ since, until }) => [since?.block, since?.log, until?.block]);
  return JSON.stringify(places(ours)) === JSON.stringify(places(theirs)) ? 'amount' : 'history';
}
