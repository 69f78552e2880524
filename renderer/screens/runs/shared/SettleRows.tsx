import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { refreshChangedLinks, useRunAction } from '../../../api/runs.ts'
import { sendAgainText } from '../../../features/change/OpenChange.tsx'
import { useNameOfProfile } from '../../../session/useProfileName.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { showToast } from '../../../ui/toast.ts'
import { settledText } from './runStates.ts'

/** Settles the uncertain rows. This never creates a second link, or applies a change twice. */
export function SettleRows({ run }: { run: Run }) {
  const client = useQueryClient()
  const profileName = useNameOfProfile(run)
  const settle = useRunAction('runs.settle', (result) => {
    if (run.change) void refreshChangedLinks(client)
    showToast({ role: 'status', message: settledText(result) })
  })
  const mayBeOtherSender = settle.error?.problem.code === 'sender_unknown'
  return (
    <Button
      size="xs"
      loading={settle.isPending}
      title={
        run.change
          ? 'No change is applied twice'
          : 'Asks the service again, but only if that can’t make a second link'
      }
      onClick={() => settle.mutate({ id: run.id, ...(mayBeOtherSender && { confirmSender: true }) })}
    >
      {mayBeOtherSender
        ? sendAgainText(profileName)
        : `Check ${formatCount(run.counts.unknown, 'uncertain row')}`}
    </Button>
  )
}
