import { CircleCheck } from 'lucide-react'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { isStoredAsRequested } from './Differences.tsx'
import styles from './record.module.css'

/**
 * Shows next to a link that the service stored what was requested. Renders nothing if it didn't, or if that is unknown.
 */
export function StoredTick({ record }: { record: LinkRecord }) {
  if (!isStoredAsRequested(record)) return null
  return (
    <span
      className={styles['storedTick']}
      role="status"
      title="The link was looked up again, and every field is exactly as you requested."
    >
      <CircleCheck size={15} aria-hidden /> Stored as requested
    </span>
  )
}
