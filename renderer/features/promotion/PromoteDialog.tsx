import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { useSubmission, type SubmissionControls } from '../../link/useSubmission.ts'
import { Differences } from '../record/Differences.tsx'
import { StoredTick } from '../record/StoredTick.tsx'
import { Uncertain } from '../record/Uncertain.tsx'
import { withPath, type Promotable } from './promotion.ts'
import { PromotionForm } from './PromotionForm.tsx'
import styles from './promotion.module.css'

interface PromoteDialogProps {
  record: Promotable
  opened: boolean
  close: () => void
}

/** Shows what will be sent and what will differ in production, creates the link there, and shows the result. */
export function PromoteDialog({ record, opened, close }: PromoteDialogProps) {
  const { status, edited, fix, promote, checkAgain, cancel, abandon } = usePromotion(record)
  const sending = status.state === 'sending'
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={720}
      title={status.state === 'created' ? 'Promoted to production' : 'Promote to production'}
      closeOnClickOutside={!sending}
      closeOnEscape={!sending}
      withCloseButton={!sending}
    >
      {status.state === 'created' ? (
        <PromotionDone source={record} promoted={status.record} />
      ) : status.state === 'unknown' || status.state === 'checking' ? (
        <Uncertain
          status={status}
          checkAgain={checkAgain}
          cancel={cancel}
          again={{
            label: 'Compare and create again',
            meaning:
              'takes you back to the comparison. If the first request arrived, you get two links in production.',
            start: abandon,
          }}
        />
      ) : (
        <PromotionForm
          record={record}
          edited={edited}
          fix={fix}
          sending={sending}
          problem={status.state === 'stopped' ? status.problem : null}
          promote={promote}
          cancel={cancel}
          close={close}
        />
      )}
    </Modal>
  )
}

interface Promotion extends Pick<SubmissionControls, 'status' | 'checkAgain' | 'abandon' | 'cancel'> {
  edited: GenerateRequest
  fix: (edited: GenerateRequest) => void
  promote: (profileId: string) => void
}

/** Creates the link in production. Each profile has its own intent, because profiles have different services. */
function usePromotion({ id: promotedFrom, request }: Promotable): Promotion {
  const { status, send, ...controls } = useSubmission()
  const [edited, fix] = useState(() => withPath(request, ''))
  const promote = (profileId: string) =>
    send(profileId, { profileId, environment: 'production', request: edited, promotedFrom })
  return { status, edited, fix, promote, ...controls }
}

/** Shows both links, and whether the new one was stored as requested. */
function PromotionDone({ source, promoted }: { source: LinkRecord; promoted: LinkRecord }) {
  const [, go] = useLocation()
  const link = promoted.link ?? ''
  return (
    <Stack gap={18}>
      <div className={styles['pair']} role="status">
        <EnvironmentBadge environment="production" />
        <Group component="span" gap="4px 16px" align="baseline">
          <Text span fz={17} fw={550} ff="monospace">
            <LongText text={link} />
          </Text>
          <StoredTick record={promoted} />
        </Group>
        <EnvironmentBadge environment="development" />
        <Text span c="dimmed" ff="monospace">
          <LongText text={source.link ?? ''} />
        </Text>
      </div>
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
