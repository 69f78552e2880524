import type { DatabaseSync } from 'node:sqlite'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { CreateCompletion } from '../records.ts'
import { requestKey } from '../requestHash.ts'

/** Maximum number of links with the same address that are compared. */
const maxCompared = 20

/**
 * Detects creates for which the service returned the link of a different request. (The same link for the same request
 * is fine, and so is the entry that a list of links added for it.) Returns the outcome `unknown` for such a create, because the link isn't its own.
 */
export function createRepeatedLinkDetector(
  sql: DatabaseSync,
): (id: string, completion: CreateCompletion) => CreateCompletion | null {
  const selectOthers = sql.prepare(
    `SELECT request FROM links WHERE path = ? AND link = ? AND id <> ? AND state = 'created'
     AND NOT (added = 1 AND listed > 0) LIMIT ${maxCompared}`,
  )
  const selectOwn = sql.prepare('SELECT request FROM links WHERE id = ?')
  return (id, { link, path }) => {
    if (link === null || path === null) return null
    const links = selectOthers.all(path, link, id)
    if (links.length === 0) return null
    const identity = requestKey(selectOwn.get(id)?.['request'])
    const isForeign = links.some(({ request }) => requestKey(request) !== identity)
    return isForeign ? { state: 'unknown', link: null, path: null, problem: toProblem(link) } : null
  }
}

function toProblem(link: string): Problem {
  return {
    code: 'create_unknown',
    cause: 'run_link_repeated',
    detail: `The service returned ${link}, which is the address of another link in your library.`,
  }
}
