import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ProblemError } from '../../api/problemError.ts'
import { Callout } from '../../ui/Callout.tsx'
import { formatCount } from '../../ui/formatCount.ts'
import { Managed } from '../../ui/Managed.tsx'
import { useSession } from '../../session/Session.tsx'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { SupportBundle } from '../../features/support/SupportBundle.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import { retentionChoices } from './format.ts'
import styles from './activity.module.css'

/** Sets how long requests are kept, exports them, and deletes them. Asks before it deletes any. */
export function Housekeeping({ days, isEmpty }: { days: number; isEmpty: boolean }) {
  const [confirming, { open, close }] = useDisclosure(false)
  // An arrow key changes the selection, so it must not delete anything yet.
  const [shorterDays, setShorterDays] = useState<number | null>(null)
  const locked = useSession().state.managed.includes('retentionDays')
  const setRetention = useCallMutation('activity.setRetention')
  const clear = useCallMutation('activity.clear')
  const keepAll = () => setShorterDays(null)
  const choose = (chosenDays: number) => {
    const deletes = chosenDays < days && !isEmpty
    setShorterDays(deletes ? chosenDays : null)
    if (!deletes && chosenDays !== days) setRetention.mutate({ days: chosenDays }, { onError: showProblem })
  }
  return (
    <footer className={styles['housekeeping']}>
      {locked && <Managed />}
      <NativeSelect
        disabled={locked}
        label="Keep requests"
        size="xs"
        data={retentionChoices(days)}
        value={String(shorterDays ?? days)}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <SupportBundle />
      {!isEmpty && !confirming && (
        <Button size="xs" variant="subtle" color="red" className={styles['clear'] ?? ''} onClick={open}>
          Remove all
        </Button>
      )}
      {shorterDays !== null && (
        <RemovalQuestion
          title={shorterDaysQuestion(shorterDays)}
          label="Remove them"
          isPending={setRetention.isPending}
          remove={() =>
            setRetention.mutate({ days: shorterDays }, { onSuccess: keepAll, onError: showProblem })
          }
          close={keepAll}
        />
      )}
      {confirming && (
        <RemovalQuestion
          title="Remove all requests?"
          label="Remove all"
          isPending={clear.isPending}
          remove={() => clear.mutate({}, { onSuccess: close, onError: showProblem })}
          close={close}
        />
      )}
    </footer>
  )
}

function shorterDaysQuestion(days: number): string {
  if (days === 0) return 'Remove all requests, and keep no new ones?'
  return `Remove requests that are older than ${formatCount(days, 'day')}?`
}

interface RemovalQuestionProps {
  title: string
  label: string
  isPending: boolean
  remove: () => void
  close: () => void
}

/** Asks before requests are deleted. */
function RemovalQuestion({ title, label, isPending, remove, close }: RemovalQuestionProps) {
  return (
    <div className={styles['wide']}>
      <Callout
        tone="warn"
        icon={TriangleAlert}
        role="alert"
        title={title}
        actions={
          <>
            <Button size="xs" color="red" loading={isPending} onClick={remove}>
              {label}
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

function showProblem({ problem }: ProblemError): void {
  showProblemToast(problem)
}
