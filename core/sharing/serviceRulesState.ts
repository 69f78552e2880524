import { catalogue } from '../../contract/app/problems/problemCatalogue.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import { readSharedFile } from '../../contract/service/rules/readSharedFile.ts'
import { sharedFileFormat, sharedFileVersion } from '../../contract/service/rules/sharedFile.ts'
import type { SharedRules } from '../../contract/service/rules/sharedFile.ts'
import type { RulesResponse } from '../client/rules.ts'
import type { CachedRules } from './rulesCache.ts'

/** What is known about the rules of a profile's service. */
export interface ServiceRulesState {
  baseUrl: string
  /** The rules as last read, possibly in an earlier session; `null` for never. They are kept if a later request fails. */
  last: CachedRules | null
  content: SharedRules | null
  errors: string[]
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
  return {
    ...{ baseUrl, last: content && cached, content, errors: [] },
    ...{ isRead: false, triedAt: -Infinity, discoveredAt: -Infinity, isReading: false },
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
  const read = value.kind === 'rules' ? readSharedFile(value.text) : null
  if (read?.ok === false) {
    // Without a tag, the service sends these rules again, and the error stays until it has others.
    state.last = state.last && { ...state.last, etag: null }
    state.errors = read.errors
    return false
  }
  const { isRead, last: previous } = state
  state.isRead = true
  state.errors = []
  state.last = nextRules(state, value)
  if (value.kind !== 'unchanged') state.content = read?.value ?? noRules
  return !isRead || state.last?.text !== previous?.text
}

function nextRules({ baseUrl, last }: ServiceRulesState, value: RulesResponse): CachedRules | null {
  const readAt = new Date().toISOString()
  if (value.kind === 'unchanged') return last && { ...last, readAt }
  const { text, etag } = value.kind === 'rules' ? value : { text: null, etag: null }
  return { baseUrl, etag, text, readAt }
}

function describe({ code }: Problem): string {
  const { title, why } = catalogue[code]
  return `${title}. ${why}`
}
