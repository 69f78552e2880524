import type { ActivityEntry } from '../../../contract/app/calls/app/activity.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import type { Tone } from '../../ui/Callout.tsx'

export interface Outcome {
  tone: Tone
  /** The outcome in one or two words. */
  label: string
  /** The reason and the status code; `null` if there is neither. */
  why: string | null
}

type RequestResult = Pick<ActivityEntry, 'operation' | 'status' | 'code'>

/**
 * Describes a request's outcome in words, then its status code. A connection test requests a nonexistent link, so "not
 * found" means that the service works.
 */
export function describeOutcome({ operation, status, code }: RequestResult): Outcome {
  const title = code && catalogue[code].title
  if (status === null) return { tone: 'bad', label: 'No response', why: title }
  const withStatus = (text: string | null) => (text === null ? String(status) : `${text} · ${status}`)
  if (status < 300) return { tone: 'good', label: 'Succeeded', why: withStatus(title) }
  if (operation === 'test' && code === 'link_not_found')
    return { tone: 'good', label: 'Succeeded', why: withStatus('As expected in a test') }
  return { tone: 'bad', label: 'Failed', why: withStatus(title) }
}
