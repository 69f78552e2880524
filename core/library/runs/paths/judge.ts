import type { DatabaseSync } from 'node:sqlite'
import type { GenerateRequest } from '../../../../contract/service/link/generate.ts'
import { foldPath } from '../../../../contract/service/path/ownPath.ts'
import { parseJson } from '../../linkRow.ts'
import { selectRows } from '../../tableRows.ts'
import { createEqualRows } from '../equalLinks.ts'
import type { PreparedRun } from '../preparedRun.ts'
import { repeatedPath, type StoredRow } from '../storedRow.ts'

/** What a service said about an own path. `same`: it has the row's link with this path. */
export type PathCheck =
  | { state: 'free' | 'taken' }
  | { state: 'refused'; reason: string }
  | { state: 'same'; link: string }

/** What an own path means for its row: an error, or the link that exists, so that the row creates none. */
interface Decision {
  error: string | null
  existing: string | null
}

type PathVerdict = Decision & Pick<StoredRow, 'own_path' | 'path_check'>

const usable: Decision = { error: null, existing: null }
const wrong = (error: string): Decision => ({ error, existing: null })
const existsAs = (existing: string): Decision => ({ error: null, existing })

/** Error of a row whose path another link has. */
export const takenPath = 'Taken: another link has this path.'

/** Parses a row's `path_check`; `null` if the service wasn't asked. */
export function parsePathCheck({ path_check: text }: Pick<StoredRow, 'path_check'>): PathCheck | null {
  return text === null ? null : ((parseJson(text) as PathCheck | undefined) ?? null)
}

/** Returns a function that judges the own path of a row without errors. */
export function createPathJudge(sql: DatabaseSync, run: PreparedRun) {
  const { findEarlier } = createEqualRows(sql, 'own_path')
  const { source, id, profileId, environment } = run
  const { move } = source
  const earlierParts = move ? move.parts.slice(0, move.parts.indexOf(id)) : []
  const findInPart = sql.prepare('SELECT 1 FROM run_rows WHERE run = ? AND own_path = ? LIMIT 1')
  const findLink = selectRows(
    sql,
    { link: 'textOrNull' },
    `FROM links WHERE path = ? AND profile_id = ? AND environment = ? AND link IS NOT NULL AND reference = 0 LIMIT 1`,
  )
  const skips = !run.createExisting
  const isRepeated = (row: StoredRow) =>
    earlierParts.some((part) => findInPart.get(part, row.own_path)) || findEarlier(row) !== null
  const judge = (row: StoredRow, path: string): Decision => {
    const known = findLink.get(path, profileId, environment)?.link ?? null
    if (known !== null)
      return skips && move
        ? existsAs(known)
        : wrong(`Your library has a link with this path: ${known.slice(0, 300)}`)
    return isRepeated(row) ? wrong(repeatedPath) : judgeCheck(parsePathCheck(row), skips)
  }
  return (row: StoredRow, request: GenerateRequest | null, isDecided: boolean): PathVerdict => {
    const path = request?.path?.normalize('NFC')
    if (path === undefined || row.state === 'skipped')
      return { own_path: null, path_check: null, error: null, existing: null }
    const own_path = foldPath(path)
    const path_check = own_path === row.own_path ? row.path_check : null
    const verdict = isDecided ? usable : judge({ ...row, own_path, path_check }, path)
    return { own_path, path_check, ...verdict }
  }
}

/** `skips`: whether links that exist aren't created again. */
function judgeCheck(check: PathCheck | null, skips: boolean): Decision {
  if (check === null || check.state === 'free') return usable
  if (check.state === 'same' && skips) return existsAs(check.link)
  return wrong(check.state === 'refused' ? check.reason : takenPath)
}
