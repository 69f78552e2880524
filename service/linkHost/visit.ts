import { decide } from '../../contract/redirect/engine.ts'
import type { Outcome } from '../../contract/redirect/engine.ts'
import { visitorOf } from '../../contract/redirect/visitor.ts'
import type { StoredLink } from '../store/store.ts'

/** What a visit to a link of ours ends in. The simulator of the app asks the same engine. */
export function outcomeOf(link: StoredLink, userAgent: string | undefined): Outcome {
  return decide(link, { visitor: visitorOf(userAgent), appInstalled: false, defaults: 'ours' })
}
