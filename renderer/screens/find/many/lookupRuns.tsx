import { Button } from '@mantine/core'
import { navigate } from '../../../session/hashLocation.ts'
import { hideToast, replaceToast } from '../../../ui/toast.ts'
import type { LookupRunParts } from './lookup.ts'
import { startLookupRun } from './lookupRun.ts'
import type { LookupRun } from './lookupRun.ts'
import styles from './many.module.css'

/** The window's runs by search and context, so that Back returns to the same run. */
const runs = new Map<string, LookupRun>()
const maxRuns = 4
const toastId = 'many-links-found'

interface RunRequest extends Pick<
  LookupRunParts,
  'links' | 'profiles' | 'context' | 'isContextChosen' | 'records' | 'find' | 'findMany'
> {
  /** The path of the search. */
  path: string
  /** Called when all links are looked up. */
  onFinished: () => void
}

/** Returns the run of a search, started on first use. */
export function getRun({ path, onFinished, ...parts }: RunRequest): LookupRun {
  const key = JSON.stringify([path, parts.context])
  const existing = runs.get(key)
  if (existing) return existing
  const run = startLookupRun({
    ...parts,
    onFinished: (watchers) => {
      onFinished()
      if (watchers === 0) notifyFinished(path, run)
    },
  })
  runs.set(key, run)
  for (const [oldest, { cancel }] of [...runs].slice(0, -maxRuns)) {
    cancel()
    runs.delete(oldest)
  }
  return run
}

/** Shows a toast, regardless of which screen is open. */
function notifyFinished(path: string, run: LookupRun): void {
  const { lookups, phase } = run.state()
  const show = () => {
    hideToast(toastId)
    navigate(path)
  }
  const message = (
    <span className={styles['toast']}>
      <span>
        {phase === 'finished'
          ? `${lookups.length} links have been looked up.`
          : 'The lookup of your links has stopped.'}
      </span>
      <Button size="compact-xs" variant="default" onClick={show}>
        Show them
      </Button>
    </span>
  )
  replaceToast({ id: toastId, role: 'status', autoClose: false, message })
}
