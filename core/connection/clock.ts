import type { Answer } from '../client/answer.ts'
import { failed, passed } from './step.ts'
import type { Finding } from './step.ts'

/** Certificates and dates of links go wrong beyond this. In milliseconds. */
const tolerated = 5 * 60 * 1_000

/** Compares this computer's clock with the service's `Date` (RFC 9110 §6.6.1). */
export function clockStep({ headers }: Answer, now = Date.now()): Finding {
  const theirs = Date.parse(headers['date'] ?? '')
  if (Number.isNaN(theirs)) return passed('the service does not tell the time')
  const off = now - theirs
  const found = `${Math.round(Math.abs(off) / 1_000)} s ${off < 0 ? 'behind' : 'ahead of'} the service`
  return Math.abs(off) > tolerated ? failed({ code: 'clock_wrong', detail: found }, found) : passed(found)
}
