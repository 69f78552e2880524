import { SimpleGrid, Stack, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { sourceMediumNames } from '../../../contract/app/library/columns/trackingColumns.ts'
import { CopyPlus, GitBranch, Plus, Rocket, type LucideIcon } from 'lucide-react'
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
  const isPromoted = (useCall('links.promotions', { id: record.id }).data ?? []).some(
    ({ state }) => state === 'created',
  )
  const [isPromoting, promoting] = useDisclosure(false)
  const duplicate = () => startCopy(record, formFromRecord(record))
  const startSimilar = () => startCopy(record, nextLinkForm(formFromRecord(record)), 'source')
  useStepCommands(record, { duplicate, startSimilar, promote: promoting.open })
  // The first step for a link in development, and the last one after promotion.
  const promote = isPromotable(record) && (
    <Step
      icon={Rocket}
      {...promoteTexts[isPromoted ? 'again' : 'first']}
      production={!isPromoted}
      onClick={promoting.open}
    />
  )
  return (
    <Stack component="section" gap="xs" aria-labelledby="created-next" data-print="hidden">
      <h2 id="created-next">Next</h2>
      <SimpleGrid
        // Four stand in two rows, where three would leave one over.
        {...(isPromotable(record) ? { cols: { base: 1, xs: 2 } } : { minColWidth: 180 })}
        autoFlow="auto-fit"
        spacing="xs"
        verticalSpacing="xs"
      >
        {!isPromoted && promote}
        {isKnown(record) && (
          <>
            <Step
              icon={GitBranch}
              name="Create another like it"
              note={`For another channel: copies everything except ${sourceMediumNames.join(' and ')}.`}
              onClick={startSimilar}
            />
            <Step
              icon={CopyPlus}
              name="Duplicate"
              note="A new draft with every field copied."
              onClick={duplicate}
            />
          </>
        )}
        <Step icon={Plus} name="New link" note="Start with an empty form." onClick={() => startDraft()} />
        {isPromoted && promote}
      </SimpleGrid>
      {isPromotable(record) && <PromoteDialog record={record} opened={isPromoting} close={promoting.close} />}
    </Stack>
  )
}

/** Offers the steps in the palette, the menus and by their shortcuts, too. */
function useStepCommands(
  record: LinkRecord,
  steps: Record<'duplicate' | 'startSimilar' | 'promote', () => void>,
): void {
  const { link } = record
  useCommands({
    copyLink: link === null ? undefined : () => void copyText(link),
    duplicateLink: isKnown(record) ? steps.duplicate : undefined,
    similarLink: isKnown(record) ? steps.startSimilar : undefined,
    promoteLink: isPromotable(record) ? steps.promote : undefined,
  })
}

const promoteTexts = {
  first: {
    name: 'Promote to production',
    note: 'Create the same link in production. You review it first.',
  },
  again: {
    name: 'Promote again',
    note: 'This link is already in production. Promoting again creates a second one.',
  },
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
      <Icon size={17} />
      <strong>{name}</strong>
      <span>{note}</span>
    </UnstyledButton>
  )
}
