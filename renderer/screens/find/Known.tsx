import { Link } from 'wouter'
import { compare } from '../../../contract/compare.ts'
import type { RemoteLink } from '../../../contract/remoteLink.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { Differences } from '../../features/record/Differences.tsx'
import { Lineage } from '../../features/record/Lineage.tsx'
import { titleOf } from '../../features/record/titleOf.ts'
import { linkPage } from '../../session/routes.ts'
import { when } from '../../ui/when.ts'
import styles from './find.module.css'

/** What the library knows of a link that was found: when it was made here, from what, and whether it is still as asked for. */
export function Known({ record, link }: { record: LinkRecord; link: RemoteLink }) {
  const { request, damaged } = record
  const differences = request && !damaged ? compare(request, link) : null
  return (
    <section className={styles['known']} aria-label="What Linkwright knows of it">
      <p>
        {request ? 'Made here' : 'Kept here'} on {when(record.createdAt)}, in {record.profileName}:{' '}
        <Link href={linkPage(record.id)}>{titleOf(record)}</Link>.
        {differences?.length === 0 && ' The service still has it exactly as you asked for.'}
      </p>
      <Lineage record={record} />
      {differences && differences.length > 0 && <Differences record={{ ...record, differences }} />}
    </section>
  )
}
