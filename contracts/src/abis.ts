import { type Registry, V1_SIGNATURES, V2_SIGNATURES } from '@mandate/core';
import { parseAbi } from 'viem';

export const v1Abi = parseAbi(V1_SIGNATURES);
export const v2Abi = parseAbi(V2_SIGNATURES);

export const ABIS = { v1: v1Abi, v2: v2Abi } as const satisfies Record<Registry, unknown>;
