/** Node's own metrics. Of several processes, what they take is added up, and of how late they are the worst counts. */
import { type Aggregator, collectDefaultMetrics, type Registry } from 'prom-client';

/** Where the sum, or what prom-client chose, would say little. */
const TOGETHER: Readonly<Record<string, Aggregator>> = {
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_mean_seconds: 'max',
  nodejs_eventloop_lag_stddev_seconds: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
  process_start_time_seconds: 'min',
  process_max_fds: 'min',
};

export function addNodeMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const metric of registry.getMetricsAsArray()) {
    metric.aggregator = TOGETHER[metric.name] ?? metric.aggregator;
  }
}
