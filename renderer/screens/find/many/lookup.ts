import type { FoundLink } from '../../../../contract/app/calls/links/links.ts'
import type { LinkPath } from '../../../../contract/service/address/linkAddress.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import type { Result } from '../../../../contract/app/problems/result.ts'
import type { LookupContext } from '../../../../contract/app/window/windowPath.ts'
import type { SavedProfile } from '../../../session/currentProfile.ts'

/** One of many links, where to look it up, and the result. */
export interface Lookup {
  link: LinkPath
  /** `null` for a link on an unknown domain or of a deleted profile: no service is contacted. */
  context: LookupContext | null
  /** The library's record of the link. */
  record: LinkRecord | null
  isRequested: boolean
  /**
   * Whether its context is a guess based on its domain. If that environment doesn't have the link, the other one is asked
   * too.
   */
  isGuess: boolean
  /** Whether the other environment was asked last; once finished, whether neither environment has the link. */
  inNeither: boolean
  /** `null` until there is an answer. */
  result: Result<FoundLink> | null
}

export interface LookupRunParts {
  links: readonly LinkPath[]
  profiles: readonly SavedProfile[]
  /** The library's record of each link, which decides where it is looked up. */
  records: readonly (LinkRecord | null)[]
  /** For links not in the library: the environment, and the profile for paths without a domain. */
  context: LookupContext
  /** Whether the user chose the environment, so that no other is asked. */
  isContextChosen: boolean
  find: (input: LookupContext & { text: string }) => Promise<Result<FoundLink>>
  /** Looks up many links with one request; `null` for each link that needs its own. */
  findMany: (input: LookupContext & { texts: string[] }) => Promise<Result<(Result<FoundLink> | null)[]>>
  /** Called when all lookups are done, with the number of subscribers. */
  onFinished: (watchers: number) => void
}

/** Returns whether a retry may have another result, unlike for a link that does not exist. */
export function isRetryable({ result }: Lookup): boolean {
  return result !== null && !result.ok && result.problem.code !== 'link_not_found'
}

/** Returns whether a lookup is finished. */
export function isSettled({ context, result }: Lookup): boolean {
  return context === null || result !== null
}
