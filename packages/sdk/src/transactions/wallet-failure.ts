/** Reads the errors of wallets, which differ in where they put the code and the message. */
import { type Reason, reasonOf } from './reason.ts';

const REJECTED = 4001;
const UNKNOWN_CHAIN = 4902;
const BUSY = -32_002;
const MAX_MESSAGE = 200;

export interface WalletFailure {
  readonly reason: Reason;
  /** The bytes that a contract reverted with. `null` if there is none. */
  readonly data: string | null;
}

export function readWalletFailure(error: unknown): WalletFailure {
  const chain = causesOf(error);
  const codes = chain.map(({ code }) => code);
  const message = chain.map((each) => each.message).find((text) => typeof text === 'string' && text !== '');
  const data = chain.map((each) => each.data).find((text) => typeof text === 'string');
  return {
    reason: readReason(codes, typeof message === 'string' ? clean(message) : null),
    data: typeof data === 'string' ? data : null,
  };
}

function readReason(codes: readonly unknown[], message: string | null): Reason {
  if (codes.includes(REJECTED) || codes.includes('ACTION_REJECTED')) return reasonOf('declined', message);
  if (codes.includes(UNKNOWN_CHAIN)) return reasonOf('unknownChain', message);
  if (codes.includes(BUSY)) return reasonOf('busy', message);
  return reasonOf(message === null ? 'silent' : 'said', message);
}

interface Cause {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

const NESTED = ['cause', 'data', 'originalError', 'error'];
const MAX_CAUSES = 10;

/** Lists an error and those inside it: the innermost is the last. */
function causesOf(error: unknown): readonly Cause[] {
  const found: Cause[] = [];
  const open = [error];
  while (open.length > 0 && found.length < MAX_CAUSES) {
    const next = open.shift();
    if (typeof next !== 'object' || next === null) continue;
    found.push(next);
    open.push(...NESTED.map((name) => (next as Record<string, unknown>)[name]));
  }
  return found;
}

/** Makes a wallet's text one line of bounded length, without characters that hide or reorder text. */
function clean(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE)}…` : line;
}
