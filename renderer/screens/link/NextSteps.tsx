import { UnstyledButton } from '@mantine/core'
import { CopyPlus, GitBranch, Plus, Rocket } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import type { LinkRecord } from '../../../contract/record.ts'
import { formOfRecord } from '../../link/formFrom.ts'
import { useStartDraft } from '../../link/useStartDraft.ts'
import { formForAnother } from './another.ts'
import { promotable } from '../../features/promotion/promotion.ts'
import type { Promotable } from '../../features/promotion/promotion.ts'
import styles from './link.module.css'

const PromoteDialog = lazy(() => import('../../features/promotion/PromoteDialog.tsx'))

/** What one does after making a link, each with what it keeps. */
export function NextSteps({ record }: { record: LinkRecord }) {
  const startDraft = useStartDraft()
  return (
    <section className={styles['part']} aria-labelledby="created-next">
      <h2 id="created-next">Next</h2>
      <div className={styles['steps']}>
        {promotable(record) && <Promote record={record} />}
        <Step
          icon={GitBranch}
          name="Create another like it"
          note="For the next channel: everything but source and medium."
          onClick={() => startDraft(formForAnother(formOfRecord(record)), 'source')}
        />
        <Step
          icon={CopyPlus}
          name="Duplicate"
          note="A new draft with every field as it is here."
          onClick={() => startDraft(formOfRecord(record))}
        />
        <Step
          icon={Plus}
          name="Create another"
          note="Begin with an empty form."
          onClick={() => startDraft()}
        />
      </div>
    </section>
  )
}

function Promote({ record }: { record: Promotable }) {
  const [opened, setOpened] = useState<boolean | null>(null)
  return (
    <>
      <Step
        icon={Rocket}
        name="Promote to production"
        note="The same definition there, compared before it is sent."
        production
        onClick={() => setOpened(true)}
      />
      {opened !== null && (
        <Suspense>
          <PromoteDialog record={record} opened={opened} close={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

interface StepProps {
  icon: LucideIcon
  name: string
  note: string
  production?: boolean
  onClick: () => void
}

function Step({ icon: Icon, name, note, production = false, onClick }: StepProps) {
  return (
    <UnstyledButton
      className={styles['step'] ?? ''}
      data-production={production || undefined}
      onClick={onClick}
    >
      <Icon size={17} aria-hidden />
      <strong>{name}</strong>
      <span>{note}</span>
    </UnstyledButton>
  )
}
