import { asksToBackOff, isOfOneLink } from '../../contract/requestPool.ts'
import type { Problem, ProblemCode } from '../../contract/problem.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Destination } from '../client/client.ts'
import { attemptCreate } from '../links/attempts.ts'
import type { AttemptParts } from '../links/attempts.ts'
import { toEnding } from '../links/conclude.ts'
import type { LinkEnd, PendingRow } from '../library/runs/sendQueue.ts'
import { isOtherDomain, learnLinkDomain } from '../profiles/learnLinkDomain.ts'
import type { SettingsFile } from '../settings/settings.ts'

interface Parts extends AttemptParts {
  settings: SettingsFile
}

interface SendContext {
  to: Destination
  /** Whether a row that has failed once more, and of which nothing was made, is itself the reason. */
  isCausedByRow: () => boolean
  end: (end: LinkEnd) => void
  /** Called for a link of a domain that the profile has not had before. */
  onOtherDomain: () => void
}

/** Problems of the way to a service, which may be over in a minute. */
const transientProblems = new Set<ProblemCode>([
  'dns_failed',
  'connection_refused',
  'connection_lost',
  'timed_out',
  'network_down',
  'network_failed',
  'proxy_failed',
  'service_unavailable',
  'service_failed',
])

/** Whether a run waits for a problem to pass, instead of being paused by it. */
export function isTransient(problem: Problem): boolean {
  return asksToBackOff(problem) || transientProblems.has(problem.code)
}

/**
 * Sends a row that is written down as pending, and gives its end to be written down; answers the link. A row stays open of which it
 * is certain that nothing was made, for a reason that is not its own.
 */
export async function sendRow(
  parts: Parts,
  row: PendingRow,
  { to: destination, isCausedByRow, end, onOtherDomain }: SendContext,
): Promise<Result<string>> {
  const pendingCreate = { id: row.linkId, request: row.request }
  const { generated } = await attemptCreate(parts, pendingCreate, destination, 'paced')
  if (generated.state === 'failed' && !isFinalForRow(generated.problem, isCausedByRow))
    return fail(generated.problem)
  end({ id: row.linkId, ending: toEnding(generated) })
  if (generated.state === 'unknown') return fail(doubtOf(generated.problem))
  if (generated.state !== 'created') return fail(generated.problem)
  if (isOtherDomain(parts.settings, destination.profile?.id ?? '', generated.link)) onOtherDomain()
  await learnLinkDomain(parts.settings, destination.profile?.id ?? '', generated.link).catch(() => undefined)
  return ok(generated.link)
}

/**
 * An answer that is about one link elsewhere leaves a row unknown here. Several in a row are about the service, so the run must not
 * go on as it does after a bad row.
 */
function doubtOf(problem: Problem): Problem {
  return isOfOneLink(problem) ? { ...problem, code: 'run_unconfirmed', cause: problem.code } : problem
}

/** A refusal of the request itself is the row's end, and what it alone meets again and again; any other says nothing of the row. */
function isFinalForRow(problem: Problem, isCausedByRow: () => boolean): boolean {
  return problem.code === 'request_refused' || (!asksToBackOff(problem) && isCausedByRow())
}
