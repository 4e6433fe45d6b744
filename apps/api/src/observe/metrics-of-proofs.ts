/** How many proofs were asked for and what became of them, and how much of the cache is used. */
import { Counter, type Registry } from 'prom-client';
import type { ProofCache } from '../answers/proofs/proof-cache.ts';
import { PROOF_RESULTS, type ProofResult } from '../answers/proofs/proofs.ts';
import { addGauge } from '../http/gauge.ts';

/** Returns the function that counts a proof. */
export function addProofMetrics(registry: Registry, cache: Pick<ProofCache, 'bytes'>) {
  const proofs = new Counter({
    name: 'mandate_api_proofs_total',
    help: 'Proofs of checks: collected from nodes, cached, unavailable, or disputed because the ledger says something else',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of PROOF_RESULTS) proofs.inc({ result }, 0);
  addGauge(registry, 'mandate_api_proof_cache_bytes', 'Memory that proofs of final blocks take', cache.bytes);
  return (result: ProofResult) => proofs.inc({ result });
}
