import { hostname, userInfo } from 'node:os'
import { idAt } from '../links/identity.ts'
import { redactProjectKeys } from '../projectKey.ts'
import type { OperatorAct } from '../store/acts.ts'
import type { Store } from '../store/store.ts'
import { readPages } from './pages.ts'

/** What an act was done to, and how. */
type ActDetails = Record<string, string | number | boolean | null>

/**
 * Writes down what an operator is about to do. Before it is done, so that nothing is ever done unseen: what failed in the
 * end is in the log as well.
 */
export async function recordAct({ acts }: Store, act: string, what: ActDetails): Promise<void> {
  const who = { who: userName(), sudo: sudoUser(), host: hostname() }
  for (let added = false; !added;) {
    const at = Date.now()
    const entry = { id: idAt(at), at, ...who, act, what: redactProjectKeys(JSON.stringify(what)) }
    added = await acts.add(entry)
  }
}

/** All acts in order, in pages that are never empty. */
export async function* readActPages({ acts }: Store, after = -1): AsyncGenerator<OperatorAct[]> {
  yield* readPages<{ id: number }, OperatorAct>({ id: after }, ({ id }, limit) => acts.scan(id, limit))
}

/** A container may run us as a user that its system has no name for. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** What `sudo` says. Whoever may become the user of the service could say otherwise, and could change the database too. */
function sudoUser(): string | null {
  const name = process.env['SUDO_USER'] ?? ''
  return /^[\w.@\\-]{1,64}$/.test(name) ? name : null
}
