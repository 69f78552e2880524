import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { linkTitle } from '../../features/record/linkTitle.ts'
import { PreviewPart } from './PreviewPart.tsx'
import { useSimilarLinks } from './useSimilarLinks.ts'
import styles from './create.module.css'

/** Lists links that this one would duplicate. */
export function SimilarPart() {
  const { data: records, error } = useSimilarLinks()
  return (
    <PreviewPart view="similar" title="Similar" note="Same addresses and app data">
      {error && <ProblemView problem={error.problem} />}
      {records?.length === 0 && <p className={styles['nothing']}>You have no other link like this.</p>}
      {records && records.length > 0 && (
        <ul className={styles['similar']}>
          {records.map((record) => (
            <Similar key={record.id} record={record} />
          ))}
        </ul>
      )}
    </PreviewPart>
  )
}

function Similar({ record }: { record: LinkRecord }) {
  return (
    <li>
      <span className={styles['similarText']}>
        <Link href={`/links/${record.id}`}>{linkTitle(record)}</Link>
        <span>{record.link ?? 'Not certain whether it was created'}</span>
        <span>{formatTime(record.createdAt)}</span>
      </span>
      <EnvironmentBadge environment={record.environment} />
      {record.link !== null && <CopyIcon text={record.link} label={`Copy ${record.link}`} />}
    </li>
  )
}
