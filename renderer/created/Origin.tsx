import { ArrowUpRight } from 'lucide-react'
import { Link } from 'wouter'
import { useLinkRecord } from '../queries/links.ts'
import styles from './created.module.css'

/** Which link this one was promoted from. */
export function Origin({ id }: { id: string | null }) {
  const record = useLinkRecord(id ?? '')
  if (id === null || !record.data) return null
  return (
    <p className={styles['origin']}>
      <ArrowUpRight size={15} aria-hidden />
      Promoted from <Link href={`/created/${id}`}>{record.data.link ?? 'its development link'}</Link>
    </p>
  )
}
