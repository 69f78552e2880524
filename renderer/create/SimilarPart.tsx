import { Link } from 'wouter'
import type { LinkRecord } from '../../contract/record.ts'
import { CopyIcon } from '../kit/CopyButton.tsx'
import { EnvironmentBadge } from '../kit/StateBadge.tsx'
import { when } from '../kit/when.ts'
import { titleOf } from '../links/titleOf.ts'
import { useSimilar } from '../queries/suggestions.ts'
import { useSettledForm } from './FormContext.tsx'
import { Part } from './Part.tsx'
import { inspect } from './inspect.ts'
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
