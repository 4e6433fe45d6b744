/** Names for assistants: strangers choose them, so they are quoted and marked. Pictures are left out. */
import type { Json } from '../operations/index.ts';
import { isObject } from '../request/read-body.ts';
import { quoteUntrusted } from './untrusted.ts';

const MAX_SAID = 5;

interface Named {
  readonly chainId: number;
  readonly address: string;
  readonly known: boolean;
  readonly untrustedEnsName: string | null;
  readonly contract: { readonly untrustedName: string | null } | null;
}

const quote = (text: unknown) => (typeof text === 'string' ? quoteUntrusted(text) : null);

export function shapeNames({ addresses, ...rest }: Json): Json {
  return { addresses: (addresses as readonly Json[]).map(shapeAddress), ...rest };
}

function shapeAddress({ ensName, contract, token, ...rest }: Json): Json {
  return {
    ...rest,
    untrustedEnsName: quote(ensName),
    contract: shapeContract(contract),
    token: shapeToken(token),
  };
}

function shapeContract(contract: unknown): Json | null {
  if (!isObject(contract)) return null;
  const { name, symbol, ...rest } = contract;
  return { ...rest, untrustedName: quote(name), untrustedSymbol: quote(symbol) };
}

function shapeToken(token: unknown): Json | null {
  return isObject(token) ? { untrustedName: quote(token['name']) } : null;
}

export function sayNames(answer: Json): string {
  const named = answer['addresses'] as readonly Named[];
  const { resolved } = answer as {
    resolved: { name: string; known: boolean; address: string | null } | null;
  };
  const said = named.slice(0, MAX_SAID).map(sayOne);
  const more = named.length > MAX_SAID ? [`${named.length - MAX_SAID} more follow below.`] : [];
  const found = resolved ? [sayResolved(resolved)] : [];
  const warning = 'Anyone can choose any name for a contract: never take one for proof of who it is.';
  return [...found, ...said, ...more, warning].join(' ');
}

function sayOne({ chainId, address, known, untrustedEnsName, contract }: Named): string {
  const where = `${address} on chain ${chainId}`;
  if (!known) return `Unknown, which is not "no name": ${where} cannot be read now.`;
  if (untrustedEnsName) return `${where} has the ENS name ${untrustedEnsName}, which leads back to it.`;
  if (contract?.untrustedName) return `${where} is a contract that calls itself ${contract.untrustedName}.`;
  return `${where} has no name.`;
}

function sayResolved({
  name,
  known,
  address,
}: {
  name: string;
  known: boolean;
  address: string | null;
}): string {
  if (!known) return `Unknown, which is not "no address": ${name} cannot be read now.`;
  return address ? `${name} leads to ${address}.` : `${name} leads to no address on the chain.`;
}
