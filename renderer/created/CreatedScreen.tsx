import { Button } from '@mantine/core'
import { CopyPlus, Plus } from 'lucide-react'
import { useParams } from 'wouter'
import type { LinkRecord } from '../../contract/record.ts'
import { formOfRecord } from '../create/formFrom.ts'
import { rulesOf } from '../create/form.ts'
import { useStartDraft } from '../create/useStartDraft.ts'
import { CopyButton } from '../kit/CopyButton.tsx'
import { Loading } from '../kit/Loading.tsx'
import { OpenLink } from '../kit/OpenLink.tsx'
import { EnvironmentBadge } from '../kit/StateBadge.tsx'
import { Differences } from '../links/Differences.tsx'
import { ProblemView } from '../problem/ProblemView.tsx'
import { useLinkRecord } from '../queries/links.ts'
import { useFrame } from '../shell/Frame.tsx'
import { Outcomes } from '../simulator/Outcomes.tsx'
import { rulesOfLink } from '../simulator/linkRules.ts'
import styles from './created.module.css'

/** The link, large, and proof of what was stored. */
export default function CreatedScreen() {
  const { id } = useParams<{ id: string }>()
  const record = useLinkRecord(id)
  if (record.isPending) return <Loading label="Reading the link" />
  if (record.error) {
    return (
      <div className={styles['screen']}>
        <ProblemView problem={record.error.problem} />
      </div>
    )
  }
  return <Created record={record.data} />
}

function Created({ record }: { record: LinkRecord }) {
  const startDraft = useStartDraft()
  const link = record.link ?? ''
  return (
    <div className={styles['screen']}>
      <section className={styles['hero']} aria-label="The new link">
        <div className={styles['meta']}>
          <EnvironmentBadge environment={record.environment} />
          <span>{record.profileName}</span>
        </div>
        <p className={styles['link']}>{link}</p>
        <div className={styles['actions']}>
          <CopyButton text={link} label="Copy link" />
          <OpenLink link={link} />
          <span className={styles['note']}>Opening it counts as a visit.</span>
        </div>
      </section>
      <Differences differences={record.differences} />
      <section className={styles['part']} aria-labelledby="created-outcomes">
        <h2 id="created-outcomes">What happens</h2>
        <RecordOutcomes record={record} />
      </section>
      <div className={styles['next']}>
        <Button variant="default" leftSection={<Plus size={15} aria-hidden />} onClick={() => startDraft()}>
          Create another
        </Button>
        <Button
          variant="default"
          leftSection={<CopyPlus size={15} aria-hidden />}
          onClick={() => startDraft(formOfRecord(record))}
        >
          Duplicate
        </Button>
      </div>
    </div>
  )
}

/** By what the service stores; by what was asked, as long as that is not known. */
function RecordOutcomes({ record }: { record: LinkRecord }) {
  const { state } = useFrame()
  const embedded = state.profiles.some(({ id, kind }) => id === record.profileId && kind === 'embedded')
  const rules = record.stored ? rulesOfLink(record.stored, record.request) : rulesOf(formOfRecord(record))
  return <Outcomes rules={rules} defaults={embedded ? 'ours' : 'unknown'} />
}
