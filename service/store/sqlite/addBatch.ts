import type { StatementSync } from 'node:sqlite'
import { countNames, startOfDay } from '../visits.ts'
import type { VisitBatch } from '../visits.ts'
import type { StatementName } from './statements.ts'

/**
 * Adds a batch of visits in the open transaction. Returns its number of links: 0 if the batch was added
 * before.
 */
export function addBatch(statement: (name: StatementName) => StatementSync, batch: VisitBatch): number {
  const { writer, number, at: writtenAt, hour, links, counts, referrers } = batch
  if (statement('takeBatch').run(writer, number, writtenAt).changes === 0) return 0
  const day = startOfDay(hour)
  const [add, refer, referAnew] = [
    statement('addVisits'),
    statement('addToReferrals'),
    statement('addReferrals'),
  ]
  const width = countNames.length
  links.forEach((link, index) => {
    add.run(link, hour, day, ...counts.subarray(index * width, (index + 1) * width))
  })
  referrers.links.forEach((link, index) => {
    const params = [link, day, referrers.hosts[index] ?? '', referrers.visits[index] ?? 0]
    // A known host doesn't count toward the maximum number of hosts.
    if (refer.run(...params).changes === 0) referAnew.run(...params)
  })
  return links.length
}
