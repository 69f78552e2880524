import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/record.ts'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { when } from '../../ui/when.ts'
import { titleOf } from '../../features/record/titleOf.ts'
import { useSimilar } from '../../api/suggestions.ts'
import { useSettledForm } from '../../link/FormContext.tsx'
import { Part } from './Part.tsx'
import { inspect } from '../../link/inspect.ts'
import styles from './create.module.css'

const pause = 400

/** Links in the library that lead to the same places with the same app data: perhaps one of them is enough. */
export function SimilarPart() {
  const { request } = inspect(useSettledForm(pause))
  const { data: records = [] } = useSimilar(request)
  return (
    <Part view="similar" title="Similar" note="Same destinations and app data">
      {records.length === 0 ? (
        <p className={styles['nothing']}>No link in your library repeats this.</p>
      ) : (
        <ul className={styles['similar']}>
          {records.map((record) => (
            <Similar key={record.id} record={record} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function Similar({ record }: { record: LinkRecord }) {
  return (
    <li>
      <span className={styles['similarText']}>
        <Link href={`/links/${record.id}`}>{titleOf(record)}</Link>
        <span>{record.link ?? 'Not certain whether it was made'}</span>
        <span>{when(record.createdAt)}</span>
      </span>
      <EnvironmentBadge environment={record.environment} />
      {record.link !== null && <CopyIcon text={record.link} label={`Copy ${record.link}`} />}
    </li>
  )
}
