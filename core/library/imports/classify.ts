import type { DatabaseSync } from 'node:sqlite'
import { environment } from '../../../contract/headers.ts'
import type { Environment } from '../../../contract/headers.ts'
import type { FaultyRow, RowFault, SampleRow } from '../../../contract/imports.ts'
import { linkText } from '../../../contract/linkAddress.ts'
import type { LinkPath } from '../../../contract/linkAddress.ts'
import { ownersOf } from '../../../contract/linkDomain.ts'
import type { LinkDomains } from '../../../contract/linkDomain.ts'
import { longestPaste, linkPathIn } from '../../../contract/linkPath.ts'
import type { Said } from './columns.ts'

/** The profiles there are, and where links are looked up that do not say it themselves. */
export interface ImportPlace {
  profiles: readonly (LinkDomains & { name: string })[]
  profileId: string
  environment: Environment
}

/** A link to look up. */
export interface ToLookUp {
  row: number
  path: string
  profileId: string
  environment: Environment
  /** As it is shown. */
  text: string
}

/** What a row would come to. */
export type Verdict = { sample: SampleRow; lookUp?: ToLookUp } | { fault: FaultyRow }

/** As many links are remembered to see which of them a file has twice. */
const mostSeen = 100_000

/** Says of rows that were read what they come to. */
export function createClassifier(sql: DatabaseSync, place: ImportPlace) {
  const known = sql.prepare('SELECT 1 FROM links WHERE path = ? AND profile_id = ? AND environment = ?')
  const names = new Map(place.profiles.map(({ id, name }) => [id, name]))
  const seen = new Set<string>()
  const isKnown = (path: string, profileId: string, there: Environment) => {
    const key = `${profileId} ${there} ${path}`
    if (seen.has(key) || known.get(path, profileId, there) !== undefined) return true
    if (seen.size < mostSeen) seen.add(key)
    return false
  }
  const ofLink = (row: number, link: LinkPath, said: Said): Verdict => {
    const [owner] = ownersOf(link.host, place.profiles, place.profileId)
    const { title = null, destination = null } = said
    const shown = { row, link: linkText(link), title, destination }
    if (owner === undefined) {
      if (destination === null) return { fault: { row, fault: 'other_domain', text: shown.link } }
      return { sample: { ...shown, profileName: null, environment: null, outcome: 'foreign' } }
    }
    const there = environment.safeParse(said.environment?.toLowerCase()).data ?? place.environment
    const sample = { ...shown, profileName: names.get(owner) ?? null, environment: there }
    if (isKnown(link.path, owner, there)) return { sample: { ...sample, outcome: 'known' } }
    const lookUp = { row, path: link.path, profileId: owner, environment: there, text: shown.link }
    return { sample: { ...sample, outcome: 'new' }, lookUp }
  }
  return {
    ofLink: (row: number, link: LinkPath) => ofLink(row, link, {}),
    ofSaid: (row: number, said: Said): Verdict => {
      const link = linkOf(said)
      if (link) return ofLink(row, link, said)
      const { destination, title = null } = said
      if (destination === undefined) return { fault: faulty(row, 'no_link', said) }
      const nowhere = { link: null, profileName: null, environment: null }
      return { sample: { row, title, destination, ...nowhere, outcome: 'foreign' } }
    },
  }
}

/** A link by its address, or by its domain and its last part. */
function linkOf({ link, host, path }: Said): LinkPath | null {
  if (link !== undefined) {
    const found = linkPathIn(link.slice(0, longestPaste))
    // A word in its place, such as the Total below a table, is none.
    return found?.host ? found : null
  }
  if (path === undefined) return null
  return linkPathIn((host === undefined ? path : `https://${host}/${path}`).slice(0, longestPaste))
}

function faulty(row: number, fault: RowFault, said: Said): FaultyRow {
  return { row, fault, text: Object.values(said).join(', ').slice(0, 200) }
}
