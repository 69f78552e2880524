import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { TriangleAlert } from 'lucide-react'
import { Callout } from '../../ui/Callout.tsx'
import { Managed } from '../../ui/Managed.tsx'
import { useSession } from '../../session/Session.tsx'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { SupportBundle } from '../../features/support/SupportBundle.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import { retentionChoices } from './format.ts'
import styles from './activity.module.css'

/** Sets how long requests are kept, exports them, and deletes them. */
export function Housekeeping({ days, isEmpty }: { days: number; isEmpty: boolean }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const locked = useSession().state.managed.includes('retentionDays')
  const setRetention = useCallMutation('activity.setRetention')
  const options = { onError: (error: Parameters<typeof showProblem>[0]) => showProblem(error) }
  return (
    <footer className={styles['housekeeping']}>
      {locked && <Managed />}
      <NativeSelect
        disabled={locked}
        label="Keep requests"
        size="xs"
        data={retentionChoices(days)}
        value={String(days)}
        onChange={(event) => setRetention.mutate({ days: Number(event.currentTarget.value) }, options)}
      />
      <SupportBundle />
      {!isEmpty && !confirming && (
        <Button size="xs" variant="subtle" color="red" className={styles['clear'] ?? ''} onClick={open}>
          Remove all
        </Button>
      )}
      {confirming && <Clear close={close} />}
    </footer>
  )
}

function Clear({ close }: { close: () => void }) {
  const clear = useCallMutation('activity.clear')
  return (
    <div className={styles['wide']}>
      <Callout
        tone="warn"
        icon={TriangleAlert}
        role="alert"
        title="Remove all requests?"
        actions={
          <>
            <Button
              size="xs"
              color="red"
              loading={clear.isPending}
              onClick={() => clear.mutate({}, { onSuccess: close, onError: showProblem })}
            >
              Remove all
            </Button>
            <Button size="xs" variant="default" onClick={close}>
              Keep them
            </Button>
          </>
        }
      >
        <p>Your links aren’t affected. This can’t be undone.</p>
      </Callout>
    </div>
  )
}

function showProblem(error: { problem: Parameters<typeof showProblemToast>[0] }): void {
  showProblemToast(error.problem)
}
