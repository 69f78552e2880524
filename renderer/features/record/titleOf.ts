import type { LinkRecord } from '../../../contract/record.ts'

/** What a link is called: its title, as asked or as stored. */
export function titleOf(record: LinkRecord): string {
  return (
    record.request?.title ?? (record.stored?.title || (record.damaged ? 'Damaged entry' : 'Untitled link'))
  )
}
