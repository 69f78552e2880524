import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { Callout } from '../../ui/Callout.tsx'
import styles from './profiles.module.css'

/** Shows the result of an import: the added profiles, and why others were skipped. */
export function ImportReport({ report: { added, skipped } }: { report: CallOutput<'profiles.import'> }) {
  const count = added.length
  return (
    <Callout
      tone={count > 0 ? 'good' : 'warn'}
      icon={count > 0 ? CircleCheck : TriangleAlert}
      role="status"
      title={count === 1 ? 'One profile was added' : `${count || 'No'} profiles were added`}
    >
      {count > 0 && <p>Exported files never contain keys. Enter one wherever it says “No key”.</p>}
      <ul className={styles['report']}>
        {added.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/profiles/${id}`}>{name}</Link>
          </li>
        ))}
        {skipped.map(({ name, why }, index) => (
          <li key={`${name} ${index}`}>
            <strong>{name}</strong> was skipped. {why}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
