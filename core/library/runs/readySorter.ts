import type { GenerateRequest } from '../../../contract/generate.ts'
import { parseJson } from '../linkRow.ts'
import type { LibraryLinks } from './libraryLinks.ts'

/** Maximum number of rows skipped per transaction. */
const maxSkipped = 500
/**
 * Maximum time in milliseconds that rows wait for another create of their link. One whose result couldn't be saved stays
 * pending until the next start.
 */
const maxBusyMs = 5 * 60_000

interface ReadyRow {
  number: number
  /** The request as stored. */
  text: string
  request: GenerateRequest
}

interface ExistingRow {
  number: number
  link: string | null
}

/**
 * Returns a function that splits the next ready rows into those to send (at most `limit`) and those whose link exists.
 * A create in flight may still fail, so rows for the same link wait until it has ended.
 */
export function createReadySorter(getLibraryLinks: (run: string) => LibraryLinks | null) {
  /** When rows of a run began to wait, by a monotonic clock in milliseconds. */
  const waitingSince = new Map<string, number>()
  return (rows: Iterable<{ number: number; request: string }>, run: string, limit: number) => {
    const now = performance.now()
    const since = waitingSince.get(run) ?? now
    waitingSince.delete(run)
    const { ready, existing, busy, isLast } = splitRows(rows, getLibraryLinks(run), limit)
    if (ready.length + existing.length > 0 || busy.length === 0) return { ready, existing, isLast }
    if (now - since >= maxBusyMs) return { ready, existing: busy, isLast: true }
    waitingSince.set(run, since)
    return { ready, existing, isLast: false }
  }
}

/** Splits rows until there are enough. `busy` are those whose link is being created elsewhere. */
function splitRows(
  rows: Iterable<{ number: number; request: string }>,
  library: LibraryLinks | null,
  limit: number,
) {
  const [ready, existing, busy]: [ReadyRow[], ExistingRow[], ExistingRow[]] = [[], [], []]
  for (const { number, request: text } of rows) {
    if (ready.length === limit || existing.length === maxSkipped)
      return { ready, existing, busy, isLast: false }
    const request = parseJson(text) as GenerateRequest
    const existingLink = library?.find(request) ?? null
    if (existingLink === null) ready.push({ number, text, request })
    else (existingLink.isPending ? busy : existing).push({ number, link: existingLink.link })
  }
  return { ready, existing, busy, isLast: busy.length === 0 }
}
