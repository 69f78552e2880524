import { catalogue } from '../../contract/app/problems/problemCatalogue.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import { describeSharedFileError, readSharedFile } from '../../contract/service/rules/readSharedFile.ts'
import { sharedFileFormat, sharedFileVersion } from '../../contract/service/rules/sharedFile.ts'
import type { SharedRules } from '../../contract/service/rules/sharedFile.ts'
import type { RulesResponse } from '../client/rules.ts'
import type { CachedRules } from './rulesCache.ts'

/**
 * The last read rules of a profile's service, possibly from an earlier session. They are kept if a later request fails.
 */
export interface ServiceRulesState {
  baseUrl: string
  etag: string | null
  text: string | null
  content: SharedRules | null
  errors: string[]
  readAt: string | null
  /** Whether they were read since the app started. */
  isRead: boolean
  triedAt: number
  /** When the service's extensions were last requested. */
  discoveredAt: number
  isReading: boolean
}

/** The content that a service shares before its operator has set rules. */
const noRules: SharedRules = { format: sharedFileFormat, version: sharedFileVersion }

/** Returns the known rules of a service at startup. */
export function createRulesState(baseUrl: string, cached: CachedRules | null): ServiceRulesState {
  const content = cached && parseContent(cached.text)
  const readable = content ? cached : null
  return {
    ...{
      baseUrl,
      content,
      errors: [],
      isRead: false,
      triedAt: -Infinity,
      discoveredAt: -Infinity,
      isReading: false,
    },
    etag: readable?.etag ?? null,
    text: readable?.text ?? null,
    readAt: readable?.readAt ?? null,
  }
}

/** Parses rules that were read earlier; `null` if this version can't read them. */
function parseContent(text: string | null): SharedRules | null {
  if (text === null) return noRules
  const read = readSharedFile(text)
  return read.ok ? read.value : null
}

/** Records a response. Returns whether the rules changed, or were read for the first time since the app started. */
export function applyResponse(state: ServiceRulesState, result: Result<RulesResponse>): boolean {
  if (!result.ok) {
    state.errors = [describe(result.problem)]
    return false
  }
  const { value } = result
  const text = value.kind === 'rules' ? value.text : null
  const read = text === null ? null : readSharedFile(text)
  if (read?.ok === false) {
    // Cleared so that the service sends these rules again, and the error stays until it has others.
    state.etag = null
    state.errors = read.errors.map(describeSharedFileError)
    return false
  }
  const isFirst = !state.isRead
  state.isRead = true
  state.errors = []
  state.readAt = new Date().toISOString()
  if (value.kind === 'unchanged') return isFirst
  const isChanged = isFirst || state.text !== text
  state.etag = value.kind === 'rules' ? value.etag : null
  state.text = text
  state.content = read?.value ?? noRules
  return isChanged
}

function describe({ code }: Problem): string {
  const { title, why } = catalogue[code]
  return `${title}. ${why}`
}
