/** How much of what names are made of was remembered, and how much the nodes were asked for. */
import { Counter, type Registry } from 'prom-client';
import type { Lookups } from '../answers/names/lookups.ts';
import { addGauge } from '../http/gauge.ts';

const RESULTS = ['cached', 'asked', 'unknown'] as const;

export function addNameMetrics(registry: Registry, lookups: Lookups): void {
  const caches = Object.entries(lookups);
  new Counter({
    name: 'mandate_api_names_total',
    help: 'Parts of names: cached, asked from nodes, or unknown because the nodes could not answer',
    labelNames: ['part', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [part, { counts }] of caches)
        for (const result of RESULTS) this.inc({ part, result }, counts[result]);
    },
  });
  addGauge(registry, 'mandate_api_name_cache_bytes', 'Memory that names and pictures take', () =>
    caches.reduce((sum, [, { bytes }]) => sum + bytes(), 0),
  );
}
