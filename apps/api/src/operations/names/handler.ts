/** Answers what addresses are called. */

import { REGISTRY_IDS } from '@mandate/core';
import { checksum } from '@mandate/read-model/checksum';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAbout } from '../../access/keys/key-rules.ts';
import type { Asker } from '../../access/limit/shares.ts';
import type { NamedAddress } from '../../answers/names/names.ts';
import { MAINNET } from '../../request/chains.ts';
import { createReadParameters, type Query, refuse } from '../../request/read-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentAccount } from '../forms/accounts.ts';
import type { WireOf } from '../forms/form.ts';
import type { NAMES_ANSWER } from './answer.ts';
import { type AskedName, NAMES_PARAMETERS } from './operation.ts';

const NOT_KNOWN = { isContract: null, ensName: null, contract: null, token: null };

export function createNamesHandler({
  chains,
  names,
  findAsker,
}: Pick<Dependencies, 'chains' | 'names' | 'findAsker'>) {
  const readParameters = createReadParameters(NAMES_PARAMETERS);

  async function resolve(name: string, asker: Asker) {
    const found = await names.resolve(name, asker);
    return { name, known: found !== undefined, address: found ? checksum(found) : null };
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { of = [], name } = readParameters(request.query as Query, {});
    if (of.length === 0 && name === undefined)
      throw refuse([
        { parameter: 'of', message: 'is missing, and so is "name". Send the addresses to name, or a name.' },
      ]);
    for (const { chainId } of of) chains.getWithAny(chainId, REGISTRY_IDS);
    const asked = new Set(of.map(({ chainId }) => chainId));
    if (name !== undefined) asked.add(MAINNET);
    askAbout(request, [...asked]);
    const asker = findAsker(request);
    const [found, resolved] = await Promise.all([
      names.name(of, asker),
      name === undefined ? null : resolve(name, asker),
    ]);
    const addresses = of.map((question, i) => present(question, found[i]));
    const answer: WireOf<typeof NAMES_ANSWER> = { addresses, resolved };
    return reply.sendJson(JSON.stringify(answer), []);
  };
}

function present({ chainId, address, tokenId }: AskedName, named: NamedAddress | undefined) {
  const question = {
    chainId,
    address: checksum(address),
    tokenId: tokenId === null ? null : String(tokenId),
  };
  const account = presentAccount(named?.account);
  if (!named?.names) return { ...question, known: false, ...NOT_KNOWN, account };
  const { isContract, ensName, contract, token } = named.names;
  return { ...question, known: true, isContract, ensName, contract, token, account };
}
