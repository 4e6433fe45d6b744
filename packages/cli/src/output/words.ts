/** Formats values for people. */
import {
  type Block,
  describeRights,
  type Grant,
  type Hex,
  type TimedGrant,
  type UnknownPart,
} from '@mandate/sdk';
import { printable } from './terminal.ts';

const UNLIMITED = 2n ** 256n - 1n;
const LONGEST_NUMBER = 24;

/** Shortens to e.g. `0xC011…0001`. */
export function shorten(hex: string): string {
  return `${hex.slice(0, 6)}…${hex.slice(-4)}`;
}

export function shortenNumber(text: string): string {
  return text.length > LONGEST_NUMBER ? `${text.slice(0, 8)}…${text.slice(-8)}` : text;
}

export function describeAmount(amount: bigint): string {
  return amount === UNLIMITED ? 'unlimited' : String(amount);
}

/** Returns `full`, the text that the bytes spell, or the bytes. */
export function writeRights(rights: Hex): string {
  const described = describeRights(rights);
  if (described.form === 'text') return described.text;
  return described.form === 'full' ? 'full' : rights;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

export function describeAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit} ago`;
}

export function describeBlock({ chainId, number, timestamp }: Block, now: number): string {
  const age = timestamp === null ? '' : `, ${describeAge(now - timestamp * 1_000)}`;
  return `block ${number} of chain ${chainId}${age}`;
}

const exact = (_: string, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner);

/** Writes JSON on one line. */
export function writeJsonLine(value: unknown): string {
  return JSON.stringify(value, exact);
}

/** Describes a grant on one line. */
export function describeGrant({
  registry,
  type,
  tokenType,
  contract,
  tokenId,
  amount,
  rights,
}: Grant): string {
  const parts = [
    `${registry} ${tokenType ?? type}`,
    contract && `contract ${contract}`,
    tokenId !== null && `token ${tokenId}`,
    amount !== null && `amount ${describeAmount(amount)}`,
    rights !== null && `rights ${writeRights(rights)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** The largest expiry that rights can have: for ever. */
const NEVER_S = 2 ** 40 - 1;

function describeTime(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(0, -5)}Z`;
}

/** Describes a grant with its beginning and its end. The end is taken out of the rights, where it is not readable. */
export function describeTimedGrant({ expiresAt, block, ...grant }: TimedGrant): string {
  const rights = expiresAt === null ? grant.rights : ((grant.rights?.slice(0, 50) ?? null) as Hex | null);
  const end = expiresAt === NEVER_S ? 'without end' : `until ${describeTime(expiresAt ?? 0)}`;
  const parts = [describeGrant({ ...grant, rights }), `since block ${block}`];
  return [...parts, ...(expiresAt === null ? [] : [end])].join(', ');
}

/** Describes a part that is unknown, with the advice of the service. */
export function describeUnknown({ reason, detail, holder }: UnknownPart): string {
  return printable(`${holder === null ? '' : `${holder}: `}${detail} (${reason})`);
}

/** Writes a uint256 as a string with all its digits. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, exact, 2);
}
