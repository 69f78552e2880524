import { Button } from '@mantine/core'
import { CopyPlus, QrCode, Search } from 'lucide-react'
import { useLocation } from 'wouter'
import type { LinkRecord } from '../../../contract/record.ts'
import { formOfRecord } from '../../link/formFrom.ts'
import { useStartDraft } from '../../link/useStartDraft.ts'
import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { EnvironmentBadge, StateBadge } from '../../ui/Badge.tsx'
import { when } from '../../ui/when.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { findPath, linkPage } from '../../session/routes.ts'
import { Differences } from '../../features/record/Differences.tsx'
import { Lineage } from '../../features/record/Lineage.tsx'
import { useSettleLink } from '../../api/links.ts'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import styles from './library.module.css'

/** Everything known of one link: what came of it, what was asked, what the service stores. */
export function LinkDetail({ record }: { record: LinkRecord }) {
  const startDraft = useStartDraft()
  const [, go] = useLocation()
  const { link, path, request, stored } = record
  return (
    <div className={styles['detail']}>
      {link !== null && <p className={styles['bigLink']}>{link}</p>}
      <div className={styles['detailActions']}>
        {link !== null && <CopyButton text={link} label="Copy link" />}
        <Button
          variant="default"
          leftSection={<CopyPlus size={15} aria-hidden />}
          onClick={() => startDraft(formOfRecord(record))}
        >
          Duplicate
        </Button>
        {record.state === 'created' && (
          <Button
            variant="default"
            leftSection={<QrCode size={15} aria-hidden />}
            onClick={() => go(linkPage(record.id))}
          >
            QR code and more
          </Button>
        )}
        {record.state === 'unknown' && <LookForIt id={record.id} />}
        {path !== null && (
          <Button
            variant="default"
            leftSection={<Search size={15} aria-hidden />}
            onClick={() => go(findPath(link ?? path))}
          >
            Look it up now
          </Button>
        )}
      </div>
      {record.problem && <ProblemView problem={record.problem} />}
      {record.state === 'created' && <Differences differences={record.differences} />}
      <Lineage record={record} />
      <FieldList
        rows={[
          { name: 'State', value: <StateBadge state={record.state} /> },
          { name: 'Environment', value: <EnvironmentBadge environment={record.environment} /> },
          { name: 'Profile', value: record.profileName },
          { name: record.state === 'created' ? 'Created' : 'Sent', value: when(record.createdAt) },
          { name: 'Last read from the service', value: record.checkedAt ? when(record.checkedAt) : 'Never' },
        ]}
      />
      {request && (
        <section aria-labelledby="detail-request">
          <h3 id="detail-request">What was asked</h3>
          <Code text={JSON.stringify(request, null, 2)} label="Request" tall />
        </section>
      )}
      {stored && (
        <section aria-labelledby="detail-stored">
          <h3 id="detail-stored">What the service stores</h3>
          <Code text={JSON.stringify(stored, null, 2)} label="Stored link" tall />
        </section>
      )}
    </div>
  )
}

/** Asks the service what came of an uncertain create, where that cannot make a second link. */
function LookForIt({ id }: { id: string }) {
  const settle = useSettleLink()
  const look = () => settle.mutate(id, { onError: ({ problem }) => sayProblem(problem) })
  return (
    <Button loading={settle.isPending} onClick={look}>
      Look for it
    </Button>
  )
}
