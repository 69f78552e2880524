import { linkTextIn, observeLink } from '../../contract/observed.ts'
import type { LinkRecord } from '../../contract/record.ts'

type Value = string | null

/** A row of `links` as SQLite gives it. */
export interface LinkRow {
  id: string
  state: LinkRecord['state']
  profile_id: string
  profile_name: string
  environment: LinkRecord['environment']
  request: Value
  promoted_from: Value
  link: Value
  path: Value
  problem: Value
  answer: Value
  differences: Value
  checked_at: Value
  created_at: string
}

export function recordOf(row: LinkRow): LinkRecord {
  return {
    id: row.id,
    state: row.state,
    profileId: row.profile_id,
    profileName: row.profile_name,
    environment: row.environment,
    request: fromJson(row.request) as LinkRecord['request'],
    promotedFrom: row.promoted_from,
    link: row.link,
    path: row.path,
    problem: fromJson(row.problem) as LinkRecord['problem'],
    answer: row.answer,
    stored: storedIn(row.answer),
    differences: fromJson(row.differences) as LinkRecord['differences'],
    checkedAt: row.checked_at,
    createdAt: row.created_at,
  }
}

// The column `stored` holds the same with its numbers parsed, so it is neither read nor written.
function storedIn(answer: Value): LinkRecord['stored'] {
  const link = answer === null ? null : linkTextIn(answer)
  return link === null ? null : observeLink(link)
}

// The app itself wrote these texts, and the tables check their shape no further.
function fromJson(text: Value): unknown {
  return text === null ? null : JSON.parse(text)
}

export function toJson(value: unknown): Value {
  return value === null ? null : JSON.stringify(value)
}
