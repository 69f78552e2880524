import { Stack, UnstyledButton } from '@mantine/core'
import { sourceMediumNames } from '../../../contract/app/library/columns/trackingColumns.ts'
import { CopyPlus, GitBranch, Plus, Rocket, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { formFromRecord, isKnown, nextLinkForm } from '../../link/formFrom.ts'
import { useStartCopy } from '../../link/useStartCopy.ts'
import { useStartDraft } from '../../link/useStartDraft.ts'
import { useCall } from '../../api/useCall.ts'
import { isPromotable } from '../../features/promotion/promotion.ts'
import { useCommands } from '../../session/commands.ts'
import { copyText } from '../../ui/copyText.ts'
import styles from './link.module.css'
import { PromoteDialog } from '../../features/promotion/PromoteDialog.tsx'

/** Lists what to do after creating a link, and what each step keeps. */
export function NextSteps({ record }: { record: LinkRecord }) {
  const startDraft = useStartDraft()
  const startCopy = useStartCopy()
  const promoted = (useCall('links.promotions', { id: record.id }).data ?? []).some(
    ({ state }) => state === 'created',
  )
  // `null` until first opened. Kept outside its step, which moves when the link is promoted.
  const [promoting, setPromoting] = useState<boolean | null>(null)
  const { link } = record
  const copies = isKnown(record)
  useCommands({
    copyLink: link === null ? undefined : () => void copyText(link),
    duplicateLink: copies ? () => startCopy(record, formFromRecord(record)) : undefined,
    similarLink: copies ? () => startCopy(record, nextLinkForm(formFromRecord(record)), 'source') : undefined,
    promoteLink: isPromotable(record) ? () => setPromoting(true) : undefined,
  })
  const promote = isPromotable(record) && <Promote again={promoted} onClick={() => setPromoting(true)} />
  return (
    <Stack component="section" gap="xs" aria-labelledby="created-next" data-print="hidden">
      <h2 id="created-next">Next</h2>
      <div className={styles['steps']}>
        {!promoted && promote}
        {isKnown(record) && (
          <>
            <Step
              icon={GitBranch}
              name="Create another like it"
              note={`For another channel: copies everything except ${sourceMediumNames.join(' and ')}.`}
              onClick={() => startCopy(record, nextLinkForm(formFromRecord(record)), 'source')}
            />
            <Step
              icon={CopyPlus}
              name="Duplicate"
              note="A new draft with every field copied."
              onClick={() => startCopy(record, formFromRecord(record))}
            />
          </>
        )}
        <Step icon={Plus} name="New link" note="Start with an empty form." onClick={() => startDraft()} />
        {promoted && promote}
      </div>
      {isPromotable(record) && promoting !== null && (
        <PromoteDialog record={record} opened={promoting} close={() => setPromoting(false)} />
      )}
    </Stack>
  )
}

/** Offers promotion: the first step for a link in development, and the last one after promotion. */
function Promote({ again, onClick }: { again: boolean; onClick: () => void }) {
  return (
    <Step
      icon={Rocket}
      name={again ? 'Promote again' : 'Promote to production'}
      note={
        again
          ? 'This link is already in production. Promoting again creates a second one.'
          : 'Create the same link in production. You review it first.'
      }
      production={!again}
      onClick={onClick}
    />
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
