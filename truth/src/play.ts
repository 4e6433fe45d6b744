/** Plays the steps of a history on a local chain. */
import {
  type Call,
  createRandom,
  encodeGrant,
  encodeRevoke,
  type LocalChain,
  type Transaction,
  throughWallet,
  v1Abi,
  v2Abi,
} from '@mandate/contracts';
import type { Address, Registry } from '@mandate/core';
import { encodeFunctionData, type Hex } from 'viem';
import { moveToken } from './claims/tokens.ts';
import { actorOf, type Command, type Step } from './history.ts';
import { MULTICALL, SMART } from './world.ts';

/** `move` moves a token: those of `claims/tokens.ts`, or others. */
export async function play(chain: LocalChain, step: Step, move = moveToken): Promise<void> {
  switch (step.type) {
    case 'send':
      await chain.send(transactionOf(chain, step.command));
      return;
    case 'bundle': {
      const calls = step.commands.map((command) => transactionOf(chain, command));
      await chain.send(throughWallet(MULTICALL, calls));
      return;
    }
    case 'multicall': {
      const [first] = step.commands;
      if (!first) return;
      const calls = step.commands.map((command) => callOf(chain, command).data);
      const data = encodeFunctionData({ abi: v2Abi, functionName: 'multicall', args: [calls] });
      await chain.send({ from: actorOf(first), to: chain.registries.v2, data });
      return;
    }
    case 'mine':
      await chain.mine(step.blocks);
      return;
    case 'reorg': {
      // Pending transactions use nonces that the reorg takes back.
      await chain.mine();
      const replaceable = Number(await chain.client.getBlockNumber()) - 1;
      const depth = Math.min(step.depth, replaceable);
      const transactions = step.commands.map((command, i) => ({
        transaction: transactionOf(chain, command),
        block: Math.floor((i * depth) / step.commands.length),
      }));
      await chain.reorg(depth, transactions);
      return;
    }
    case 'move':
      // The owner of a token is known when no transfer of it is pending.
      await chain.mine();
      await move(chain, createRandom(step.choice));
      return;
    case 'compare':
      await chain.mine();
      return;
  }
}

/** Smart wallets forward the call, others make it directly. */
function transactionOf(chain: LocalChain, command: Command): Transaction {
  const actor = actorOf(command);
  const call = callOf(chain, command);
  return SMART.some((wallet) => wallet === actor) ? throughWallet(actor, [call]) : { from: actor, ...call };
}

function callOf(chain: LocalChain, command: Command): Call {
  const call = (registry: Registry, data: Hex): Call => ({ to: registryOf(chain, registry), data });
  const abi = v1Abi;
  switch (command.write) {
    case 'grant':
      return call(command.delegation.registry, encodeGrant(command.delegation));
    case 'revoke':
      return call(command.grant.registry, encodeRevoke(command.grant));
    case 'revokeAllDelegates':
      return call('v1', encodeFunctionData({ abi, functionName: command.write }));
    case 'revokeDelegate':
      return call('v1', encodeFunctionData({ abi, functionName: command.write, args: [command.to] }));
    case 'revokeSelf':
      return call('v1', encodeFunctionData({ abi, functionName: command.write, args: [command.from] }));
  }
}

export function registryOf(chain: LocalChain, registry: Registry): Address {
  const address = chain.registries[registry];
  if (!address) throw new Error(`Chain ${chain.chainId} has no ${registry} registry.`);
  return address;
}
