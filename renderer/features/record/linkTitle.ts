import type { LinkRecord } from '../../../contract/record.ts'

/** Returns a link's title as requested or as stored. Without one: `Untitled link` or `Damaged entry`. */
export function linkTitle(record: LinkRecord): string {
  return (
    record.request?.title ?? (record.stored?.title || (record.damaged ? 'Damaged entry' : 'Untitled link'))
  )
}
