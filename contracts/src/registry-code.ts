import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Registry } from '@mandate/core';
import type { Hex } from 'viem';

const OURS = fileURLToPath(new URL('../artifacts', import.meta.url));

/** Reads the registry's code: ours, or that of `REGISTRY_ARTIFACTS`, a folder with `v1.json` and `v2.json`. */
export function readRegistryCode(registry: Registry): Hex {
  return readCode(process.env['REGISTRY_ARTIFACTS'] || OURS, registry);
}

export function readSmartWalletCode(): Hex {
  return readCode(OURS, 'smart-wallet');
}

export function readSigningWalletFactoryCode(): Hex {
  return readCode(OURS, 'signing-wallet-factory');
}

/** A contract of the sample world: tokens with pictures, and names; or one of tests: collections that list ids, and tokens that misbehave. */
export type SampleContract =
  | 'sample-erc721'
  | 'sample-erc1155'
  | 'sample-erc20'
  | 'hostile-token'
  | 'enumerable-erc721'
  | 'batch-erc721'
  | 'hostile-collection'
  | 'name-registry'
  | 'name-resolver';

export function readSampleCode(contract: SampleContract): Hex {
  return readCode(OURS, contract);
}

function readCode(folder: string, name: string): Hex {
  const file = join(folder, `${name}.json`);
  const { deployedBytecode } = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof deployedBytecode !== 'string' || !/^0x(?:[0-9a-fA-F]{2})+$/.test(deployedBytecode)) {
    throw new TypeError(`${file} has no code. It must contain {"deployedBytecode": "0x…"}.`);
  }
  return deployedBytecode.toLowerCase() as Hex;
}
