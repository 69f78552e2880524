import { Modal } from '@mantine/core'
import type { Promotable } from './promotion.ts'
import { PromotionForm } from './PromotionForm.tsx'
import { PromotionDone, PromotionUnknown } from './PromotionEnd.tsx'
import { usePromotion } from './usePromotion.ts'
import styles from './created.module.css'

interface PromoteDialogProps {
  record: Promotable
  opened: boolean
  close: () => void
}

/** Shows what making this link in production sends and changes, makes it, and says what came of it. */
export default function PromoteDialog({ record, opened, close }: PromoteDialogProps) {
  const { promotion, promote, startAnew } = usePromotion(record)
  const sending = promotion.state === 'sending'
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={720}
      title="Promote to production"
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={!sending}
      closeOnEscape={!sending}
      withCloseButton={!sending}
      classNames={{ title: styles['dialogTitle'] ?? '' }}
    >
      {promotion.state === 'done' && <PromotionDone from={record} made={promotion.record} />}
      {promotion.state === 'unknown' && <PromotionUnknown record={promotion.record} startAnew={startAnew} />}
      {(promotion.state === 'asked' || promotion.state === 'sending' || promotion.state === 'stopped') && (
        <PromotionForm
          record={record}
          sending={sending}
          problem={promotion.state === 'stopped' ? promotion.problem : null}
          promote={promote}
          close={close}
        />
      )}
    </Modal>
  )
}
