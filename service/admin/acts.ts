import { hostname, userInfo } from 'node:os'
import { idAt } from '../links/identity.ts'
import { redactProjectKeys } from '../projectKey.ts'
import type { OperatorAct } from '../store/acts.ts'
import type { Store } from '../store/store.ts'
import { loginUser } from './loginUser.ts'
import { readPages } from './pages.ts'

/** Target and details of an operator's action. */
type ActDetails = Record<string, string | number | boolean | null>

/**
 * Logs an operator's action before it is carried out, so that none goes unrecorded: failed ones are in the log as
 * well.
 */
export async function recordAct({ acts }: Store, act: string, what: ActDetails): Promise<void> {
  const who = { who: userName(), sudo: loginUser() ?? sudoUser(), host: hostname() }
  for (let added = false; !added;) {
    const at = Date.now()
    const entry = { id: idAt(at), at, ...who, act, what: redactProjectKeys(JSON.stringify(what)) }
    added = await acts.add(entry)
  }
}

/** Yields all audit log entries in order, in non-empty pages. */
export async function* readActPages({ acts }: Store, after = -1): AsyncGenerator<OperatorAct[]> {
  yield* readPages<{ id: number }, OperatorAct>({ id: after }, ({ id }, limit) => acts.scan(id, limit))
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** As set by `sudo`. Anyone who can become the service's user could forge it, and could change the database too. */
function sudoUser(): string | null {
  const name = process.env['SUDO_USER'] ?? ''
  return /^[\w.@\\-]{1,64}$/.test(name) ? name : null
}
