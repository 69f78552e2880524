import { z } from 'zod'
import { checkOutcome, type CheckOutcome } from '../../contract/app/link/check.ts'
import type { Draft } from '../../contract/app/calls/runs/drafts.ts'
import { requestShape } from '../../contract/service/link/generate.ts'
import { hasEnded } from '../../contract/app/link/change/linkPatch.ts'
import { extractLinkText, parseRemoteLink } from '../../contract/app/link/remoteLink.ts'
import { linkRecord, type LinkRecord } from '../../contract/app/link/record.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'
import type { TableRow, tableColumns } from './tableRows.ts'
import { applyTagChanges, originalTags, parseTagChanges } from './tags.ts'

type Value = string | null

/** A row of `links` as SQLite returns it. */
export type LinkRow = TableRow<typeof tableColumns.links>

const { shape } = linkRecord

// Unknown request members, written by a newer version, don't count as damage. App data was limited when it was saved.
const columnShapes = {
  request: z.looseObject(requestShape.shape).nullable(),
  problem: shape.problem,
  answer: shape.answer,
  stored: shape.stored,
  differences: shape.differences,
  promotedFrom: shape.promotedFrom,
  link: shape.link,
  path: shape.path,
  checkedAt: shape.checkedAt,
}
type Nullable = keyof typeof columnShapes

/** Returns a row as a record. Fields that can't be read are `null` and listed in `damaged`. */
export function toRecord(row: LinkRow): LinkRecord {
  const damaged: string[] = []
  const readField = <T>(field: string, type: z.ZodType, value: unknown, fallback: T) => {
    if (type.safeParse(value).success) return value as T
    damaged.push(field)
    return fallback
  }
  const readNullable = <N extends Nullable>(field: N, value: unknown) =>
    readField<LinkRecord[N]>(field, columnShapes[field], value, null)
  const record: LinkRecord = {
    id: row.id,
    state: readField('state', shape.state, toState(row), 'unknown'),
    profileId: readField('profileId', shape.profileId, row.profile_id, ''),
    profileName: readField('profileName', shape.profileName, row.profile_name, ''),
    environment: readField('environment', shape.environment, row.environment, 'production'),
    request: readNullable('request', parseJson(row.request)),
    promotedFrom: readNullable('promotedFrom', row.promoted_from),
    link: readNullable('link', row.link),
    path: readNullable('path', row.path),
    problem: readNullable('problem', parseJson(row.problem)),
    answer: readNullable('answer', row.answer),
    stored: readNullable('stored', readStored(row.answer)),
    differences: readNullable('differences', parseJson(row.differences)),
    checkedAt: readNullable('checkedAt', row.checked_at),
    createdAt: readField('createdAt', shape.createdAt, row.created_at, new Date(0).toISOString()),
  }
  return {
    ...record,
    local: {
      starred: row.starred === 1,
      archived: row.archived === 1,
      note: row.note,
      tags: applyTagChanges(originalTags(record), parseTagChanges(row.tag_changes)),
    },
    lastCheck: parseLastCheck(row, record),
    author: row.author,
    changedBy: row.changed_by,
    isShared: row.listed > 0,
    run: shape.run.safeParse(row.run).data ?? null,
    ...(row.added === 1 ? { added: true as const } : {}),
    ...(damaged.length > 0 ? { damaged } : {}),
  }
}

/**
 * Returns the outcome of the last check, or of a later change or import: both also read whether the link is switched
 * off, and when it ends. Unknown outcomes, written by a newer version, don't count as damage.
 */
function parseLastCheck({ last_check: text }: LinkRow, { stored }: LinkRecord): CheckOutcome | null {
  const outcome = checkOutcome.safeParse(text).data ?? null
  if (outcome === 'gone' || stored === null || stored.active === null) return outcome
  if (!stored.active || hasEnded(stored)) return 'inactive'
  return outcome === 'inactive' ? 'same' : outcome
}

/** Returns the state of a row of `links`. */
export function toState({ state, reference }: Pick<LinkRow, 'state' | 'reference'>): LinkRow['state'] {
  return reference === 1 ? 'reference' : state
}

/**
 * Returns the stored link, parsed from the service's response; `undefined` if it can't be read. The old column `stored`
 * is ignored, because it lost the spelling of numbers.
 */
export function readStored(answer: Value): LinkRecord['stored'] | undefined {
  if (answer === null) return null
  const link = extractLinkText(answer)
  return link === null ? undefined : parseRemoteLink(link)
}

/** Parses JSON. Returns `undefined` if invalid, which no shape accepts. */
export function parseJson(text: unknown): unknown {
  return text === null ? null : tryParseJson(text as string)
}

/** Returns a saved form; `null`, which the window treats as empty, if it can't be read. */
export function parseForm(text: unknown): Draft['form'] {
  return (parseJson(text) ?? null) as Draft['form']
}

export function toJson(value: unknown): Value {
  return value === null ? null : JSON.stringify(value)
}
