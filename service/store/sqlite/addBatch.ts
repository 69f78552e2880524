import type { StatementSync } from 'node:sqlite'
import { countNames, startOfDay, type VisitBatch } from '../visits/visits.ts'
import type { StatementName } from './statements.ts'

/**
 * Adds a batch of visits in the open transaction. Returns its number of links: 0 if the batch was added
 * before.
 */
export function addBatch(statement: (name: StatementName) => StatementSync, batch: VisitBatch): number {
  const { writer, number, sentAt, hour, links, counts, referrers } = batch
  if (statement('takeBatch').run(writer, number, sentAt).changes === 0) return 0
  const day = startOfDay(hour)
  const [addVisits, addToReferrals, addReferrals] = [
    statement('addVisits'),
    statement('addToReferrals'),
    statement('addReferrals'),
  ]
  const width = countNames.length
  links.forEach((link, index) => {
    addVisits.run(link, hour, day, ...counts.subarray(index * width, (index + 1) * width))
  })
  referrers.links.forEach((link, index) => {
    const params = [link, day, referrers.hosts[index] ?? '', referrers.visits[index] ?? 0]
    // A known host doesn't count toward the maximum number of hosts.
    if (addToReferrals.run(...params).changes === 0) addReferrals.run(...params)
  })
  return links.length
}
