import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/record.ts'
import { useLinkRecord, usePromotions } from '../../api/links.ts'
import { linkPage } from '../../session/routes.ts'
import styles from './record.module.css'

/** The other half of a promotion: which link this one was promoted from, and what it was promoted to. */
export function Lineage({ record }: { record: LinkRecord }) {
  const origin = useLinkRecord(record.promotedFrom ?? '').data
  const promotions = usePromotions(record.id).data ?? []
  if (!origin && promotions.length === 0) return null
  return (
    <ul className={styles['lineage']}>
      {origin && (
        <Line>
          Promoted from <LinkTo record={origin} />
        </Line>
      )}
      {promotions.map((made) => (
        <Line key={made.id}>
          {made.state === 'created' ? 'Promoted to production as' : 'Perhaps promoted to production:'}{' '}
          <LinkTo record={made} />
        </Line>
      ))}
    </ul>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <li>
      <ArrowUpRight size={15} aria-hidden />
      <span>{children}</span>
    </li>
  )
}

function LinkTo({ record: { id, link } }: { record: LinkRecord }) {
  return link === null ? (
    <Link href={`/links/${id}`}>not certain</Link>
  ) : (
    <Link href={linkPage(id)}>{link}</Link>
  )
}
