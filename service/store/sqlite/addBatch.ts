import type { StatementSync } from 'node:sqlite'
import { countNames, dayOf, spans } from '../visits.ts'
import type { VisitBatch } from '../visits.ts'
import type { StatementName } from './statements.ts'

/** Adds a batch of visits within the transaction that is open. Answers how many links it told of: 0 when it came before. */
export function addBatch(statement: (name: StatementName) => StatementSync, batch: VisitBatch): number {
  const { writer, number, at, hour, links, counts, referrers } = batch
  if (statement('takeBatch').run(writer, number, at).changes === 0) return 0
  const day = dayOf(hour)
  const [add, refer] = [statement('addVisits'), statement('addReferrals')]
  const width = countNames.length
  links.forEach((link, index) => {
    const row = counts.subarray(index * width, (index + 1) * width)
    add.run(link, spans.hour, hour, ...row)
    add.run(link, spans.day, day, ...row)
  })
  for (const { link, host, visits } of referrers) refer.run(link, day, host, visits)
  return links.length
}
