import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { titleText } from '../../link/titleText.ts'

type Facts = Pick<LinkRecord, 'request' | 'stored' | 'damaged'>

/**
 * Returns a link's title as in *Links*: as stored if the service reports it, otherwise as requested. Without one:
 * `Untitled link` or `Damaged entry`.
 */
export function linkTitle({ request, stored, damaged }: Facts): string {
  const isReported = stored && !stored.unreported?.includes('title')
  const title = (isReported ? stored : request)?.title
  return titleText(title, damaged ? 'Damaged entry' : undefined)
}
