import { Button, Select } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Problem } from '../../contract/problem.ts'
import { Callout } from '../kit/Callout.tsx'
import { Code } from '../kit/Code.tsx'
import { ProblemView } from '../problem/ProblemView.tsx'
import { useFrame } from '../shell/Frame.tsx'
import { Definition, Changes } from './Diff.tsx'
import { changesOf } from './promotion.ts'
import type { Promotable } from './promotion.ts'
import { useTwin } from './useTwin.ts'
import styles from './created.module.css'

interface PromotionFormProps {
  record: Promotable
  sending: boolean
  problem: Problem | null
  promote: (profileId: string) => void
  close: () => void
}

/** Before it is sent: where to, what changes, what stays, and the exact request. */
export function PromotionForm({ record, sending, problem, promote, close }: PromotionFormProps) {
  const { profiles } = useFrame().state
  const own = profiles.find(({ id }) => id === record.profileId)
  const [chosen, setChosen] = useState(own?.id ?? profiles[0]?.id ?? '')
  const target = profiles.find(({ id }) => id === chosen)
  if (!target) return null
  return (
    <div className={styles['promote']}>
      {problem && <ProblemView problem={problem} />}
      <Twin record={record} profileId={target.id} />
      {profiles.length > 1 && (
        <Select
          label="Profile"
          description="Whose production the link is made in."
          allowDeselect={false}
          data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          value={target.id}
          disabled={sending}
          onChange={(id) => id && setChosen(id)}
        />
      )}
      <Changes rows={changesOf(own, record, target)} />
      <Definition request={record.request} />
      <details className={styles['request']}>
        <summary>The exact request</summary>
        <Code text={JSON.stringify(record.request, null, 2)} label="Request" />
      </details>
      <div className={styles['confirm']}>
        <span className={styles['note']}>
          Nothing is sent until you press it. The development link stays.
        </span>
        <Button variant="default" disabled={sending} onClick={close}>
          Cancel
        </Button>
        <Button color="amber" loading={sending} onClick={() => promote(target.id)}>
          Create in production
        </Button>
      </div>
    </div>
  )
}

/** A promotion that was made before is easily made again by mistake. */
function Twin({ record, profileId }: { record: Promotable; profileId: string }) {
  const twin = useTwin(record, profileId)
  if (!twin) return null
  return (
    <Callout tone="warn" icon={TriangleAlert} role="status" title="This link is in production already">
      <p>
        <Link href={`/created/${twin.id}`}>{twin.link ?? 'A link'}</Link> has the same definition. Promoting
        again makes a second one.
      </p>
    </Callout>
  )
}
