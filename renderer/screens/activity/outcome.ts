import type { ActivityEntry } from '../../../contract/calls/activity.ts'
import { catalogue } from '../../../contract/problemCatalogue.ts'
import type { Tone } from '../../ui/Callout.tsx'

export interface Outcome {
  tone: Tone
  label: string
  /** An explanation if the status is not clear by itself. */
  why: string | null
}

type Facts = Pick<ActivityEntry, 'operation' | 'status' | 'code'>

/**
 * Describes a request's outcome. A connection test requests a nonexistent link, so "not found" means that the service
 * works.
 */
export function describeOutcome({ operation, status, code }: Facts): Outcome {
  if (status === null) return { tone: 'bad', label: 'No response', why: code && catalogue[code].title }
  const label = String(status)
  if (status < 300) return { tone: 'good', label, why: code && catalogue[code].title }
  if (operation === 'test' && code === 'link_not_found')
    return { tone: 'good', label, why: 'As expected from a test' }
  return { tone: 'bad', label, why: code && catalogue[code].title }
}
