import type { StatementSync } from 'node:sqlite'
import { countNames, dayOf } from '../visits.ts'
import type { VisitBatch } from '../visits.ts'
import type { StatementName } from './statements.ts'

/** Adds a batch of visits within the transaction that is open. Answers how many links it told of: 0 when it came before. */
export function addBatch(statement: (name: StatementName) => StatementSync, batch: VisitBatch): number {
  const { writer, number, at, hour, links, counts, referrers } = batch
  if (statement('takeBatch').run(writer, number, at).changes === 0) return 0
  const day = dayOf(hour)
  const [add, refer, referAnew] = [
    statement('addVisits'),
    statement('addToReferrals'),
    statement('addReferrals'),
  ]
  const width = countNames.length
  links.forEach((link, index) => {
    add.run(link, hour, day, ...counts.subarray(index * width, (index + 1) * width))
  })
  for (const { link, host, visits } of referrers) {
    // A host that is known needs no look at how many others there are.
    if (refer.run(link, day, host, visits).changes === 0) referAnew.run(link, day, host, visits)
  }
  return links.length
}
