import { Counter, Gauge, type Registry } from 'prom-client'
import type { Replica } from '../store/replica.ts'

/** Measures whether visits are answered by the replica. Each value is read on request. */
export function measureReplica(registry: Registry, replica: Replica): void {
  new Gauge({
    name: 'linkwright_replica_used',
    help: '1 if visits read links from DATABASE_READ_URL, otherwise 0.',
    registers: [registry],
    collect() {
      this.set(replica.state().isUsed ? 1 : 0)
    },
  })
  new Gauge({
    name: 'linkwright_replica_lag_seconds',
    help: 'Maximum lag of the replica, in seconds.',
    registers: [registry],
    collect() {
      this.set(replica.state().lagMs / 1_000)
    },
  })
  new Counter({
    name: 'linkwright_replica_fallbacks_total',
    help: 'Reads sent to the primary instead of the replica, by reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(replica.state().fallbacks)) this.inc({ reason }, count)
    },
  })
}
