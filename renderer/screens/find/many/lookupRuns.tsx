import { Button, Flex } from '@mantine/core'
import { findOwners } from '../../../../contract/app/link/linkDomain.ts'
import { navigate } from '../../../session/hashLocation.ts'
import type { Omitted } from '../../../link/searchText.ts'
import { hideToast, replaceToast } from '../../../ui/toast.ts'
import type { LookupRunParts } from './lookup.ts'
import { startLookupRun, type LookupRun } from './lookupRun.ts'

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
  /** What the search omits from the pasted text. */
  omitted: Omitted
  /** Called when all links are looked up. */
  onFinished: () => void
}

/**
 * Returns the run of a search, started on first use, and again once a profile has the domain of a link that no service
 * was asked about.
 */
export function getRun({ path, omitted, onFinished, ...parts }: RunRequest): LookupRun {
  const key = JSON.stringify([path, parts.context])
  const existing = runs.get(key)
  if (existing && !hasNewOwner(existing, parts)) return existing
  const run = startLookupRun({
    ...parts,
    onFinished: (watchers) => {
      onFinished()
      if (watchers === 0) notifyFinished(() => navigate(path, { state: omitted }), run)
    },
  })
  runs.set(key, run)
  for (const [oldest, { cancel }] of [...runs].slice(0, -maxRuns)) {
    cancel()
    runs.delete(oldest)
  }
  return run
}

/** Returns whether a finished run contains a link that has since become a profile's. */
function hasNewOwner(
  run: LookupRun,
  { profiles, context }: Pick<RunRequest, 'profiles' | 'context'>,
): boolean {
  const { lookups, phase } = run.state()
  return (
    phase !== 'running' &&
    lookups.some(
      (lookup) =>
        lookup.context === null &&
        lookup.record === null &&
        findOwners(lookup.link.host, profiles, context.profileId).length > 0,
    )
  )
}

/** Shows a toast, regardless of which screen is open. */
function notifyFinished(showRun: () => void, run: LookupRun): void {
  const { lookups, phase } = run.state()
  const show = () => {
    hideToast(toastId)
    showRun()
  }
  const message = (
    <Flex component="span" gap="sm" align="center" justify="space-between">
      <span>
        {phase === 'finished'
          ? `${lookups.length} links have been looked up.`
          : 'The lookup of your links has stopped.'}
      </span>
      <Button size="compact-xs" variant="default" onClick={show}>
        Show them
      </Button>
    </Flex>
  )
  replaceToast({ id: toastId, role: 'status', autoClose: false, message })
}
