import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { formFromRequest } from '../../link/formFrom.ts'
import { createFormStore } from '../../link/formStore.ts'
import { useSubmission } from '../../link/useSubmission.ts'
import { SessionContext, useSession } from '../../session/Session.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { Differences } from '../record/Differences.tsx'
import { RecordState } from '../record/RecordState.tsx'
import type { Promotable } from './promotion.ts'
import { PromotionForm } from './PromotionForm.tsx'

interface PromoteDialogProps {
  record: Promotable
  opened: boolean
  close: () => void
}

/** Shows what will be sent and what will differ in production, creates the link there, and shows the result. */
export function PromoteDialog({ record, opened, close }: PromoteDialogProps) {
  const session = useSession()
  const { profiles } = session.state
  const [chosenId, choose] = useState(record.profileId)
  const profile = profiles.find(({ id }) => id === chosenId) ?? profiles[0]
  const [store] = useState(() => createFormStore({ ...formFromRequest(record.request), path: '' }))
  const submission = useSubmission()
  const { status } = submission
  const sending = status.state === 'sending'
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={760}
      title={status.state === 'created' ? 'Promoted to production' : 'Promote to production'}
      closeOnClickOutside={!sending}
      closeOnEscape={!sending}
      withCloseButton={!sending}
    >
      {status.state === 'created' ? (
        <PromotionDone source={record} promoted={status.record} />
      ) : (
        profile && (
          <SessionContext value={{ ...session, current: { profile, environment: 'production' } }}>
            <PromotionForm {...{ record, store, submission, choose, close }} />
          </SessionContext>
        )
      )}
    </Modal>
  )
}

/** Shows both links, and whether the new one was stored as requested. */
function PromotionDone({ source, promoted }: { source: LinkRecord; promoted: LinkRecord }) {
  const [, go] = useLocation()
  const link = promoted.link ?? ''
  return (
    <Stack gap={18}>
      <Stack gap="xs" style={{ overflowWrap: 'anywhere' }} role="status">
        <Group gap="4px 12px">
          <EnvironmentBadge environment="production" />
          <Text span fz={17} fw={550} ff="monospace">
            <LongText text={link} />
          </Text>
          <RecordState record={promoted} />
        </Group>
        <Group gap="4px 12px">
          <EnvironmentBadge environment="development" />
          <Text span c="dimmed" ff="monospace">
            <LongText text={source.link ?? ''} />
          </Text>
        </Group>
      </Stack>
      <Differences record={promoted} />
      <Group gap="xs">
        <CopyButton text={link} label="Copy production link" />
        <Button variant="default" onClick={() => go(`/created/${promoted.id}`)}>
          Show the link
        </Button>
      </Group>
    </Stack>
  )
}
