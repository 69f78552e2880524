import type { DatabaseSync } from 'node:sqlite'
import { otherEnvironment, parseEnvironment } from '../../../contract/service/api/headers.ts'
import type { Environment } from '../../../contract/service/api/headers.ts'
import type { InvalidRow, RowError, SampleRow } from '../../../contract/app/library/imports.ts'
import { linkText, type LinkPath } from '../../../contract/service/address/linkAddress.ts'
import { findOwners, type LinkDomains } from '../../../contract/app/link/linkDomain.ts'
import { maxPasteLength, findLinkPath } from '../../../contract/service/path/linkPath.ts'
import type { LinkEntry } from '../../../contract/app/library/linkFile.ts'
import { selectRows } from '../tableRows.ts'
import type { RowValues } from './columns.ts'
import { toReference } from './reference.ts'

/** The existing profiles, and where to look up links whose rows don't contain their data. */
export interface ImportTarget {
  profiles: readonly (LinkDomains & { name: string })[]
  profileId: string
  environment: Environment
  /** The host of links that are given without one. */
  host?: string | undefined
}

/** A link to look up. */
export interface PendingLookup {
  row: number
  path: string
  profileId: string
  environment: Environment
  /** The environment to try next if the link isn't found; `null` if the row names its environment. */
  alternative: Environment | null
  /** Display text. */
  text: string
}

/** The action for an imported row. */
export type Classification =
  | {
      sample: SampleRow
      pendingLookup?: PendingLookup
      /** A link of another service that can be kept for reference. */
      reference?: LinkEntry
      /** The row names its link without a host. */
      isHostless?: boolean
      /** The link is on a domain of the target profile and has a destination. */
      isMovable?: boolean
    }
  | { invalid: InvalidRow }

/** The preview of a row. */
type Displayed = Pick<SampleRow, 'row' | 'title' | 'destination'> & { link: string }

/** Maximum number of links remembered to detect duplicates within a file. */
const maxRememberedLinks = 100_000

/** Maximum number of links examined in a cell that has several. */
const maxCustomLinks = 20

/** Returns a function that returns the destination in the library if a file has another one. */
function createDestinationReader(sql: DatabaseSync) {
  const select = selectRows(
    sql,
    { destination: 'textOrNull' },
    'FROM entries JOIN links ON links.id = entries.id WHERE links.path = ? AND links.profile_id = ? AND links.environment = ?',
  )
  return (destination: string | null, path: string, profileId: string, environment?: Environment | null) => {
    if (destination === null || !environment) return undefined
    const current = select.get(path, profileId, environment)?.destination ?? destination
    return current === destination ? undefined : current
  }
}

/** Returns functions that classify rows. */
export function createClassifier(sql: DatabaseSync, importTarget: ImportTarget) {
  const selectLink = sql.prepare('SELECT 1 FROM links WHERE path = ? AND profile_id = ? AND environment = ?')
  const otherDestination = createDestinationReader(sql)
  const findReference = sql.prepare('SELECT 1 FROM links WHERE path = ? AND profile_id = ? AND link = ?')
  const names = new Map(importTarget.profiles.map(({ id, name }) => [id, name]))
  const seenKeys = new Set<string>()
  const isStored = (path: string, profileId: string, environment: Environment) =>
    selectLink.get(path, profileId, environment) !== undefined
  const isRepeated = (path: string, profileId: string, environment: Environment) => {
    const key = `${profileId} ${environment} ${path}`
    if (seenKeys.has(key)) return true
    if (seenKeys.size < maxRememberedLinks) seenKeys.add(key)
    return false
  }
  const classifyForeign = (displayed: Displayed, link: LinkPath, values: RowValues): Classification => {
    const { row, destination, link: text } = displayed
    if (destination === null) return { invalid: { row, error: 'other_domain', text } }
    const sample = { ...displayed, profileName: null, environment: null }
    const { host } = link
    if (host === null) return { sample: { ...sample, outcome: 'foreign' } }
    const reference = toReference({ ...link, host }, values)
    const { profileId, link: address = '' } = reference
    const isReferenceStored = findReference.get(link.path, profileId, address) !== undefined
    if (isReferenceStored || isRepeated(address, profileId, importTarget.environment))
      return { sample: { ...sample, outcome: 'known' } }
    return { sample: { ...sample, outcome: 'foreign' }, reference }
  }
  const classifyLink = (row: number, link: LinkPath, values: RowValues): Classification => {
    const [owner] = findOwners(link.host, importTarget.profiles, importTarget.profileId)
    const { title = null } = values
    const destination = getDestination(values) ?? null
    const displayed = { row, link: linkText(link), title, destination }
    if (owner === undefined) return classifyForeign(displayed, link, values)
    const rowEnvironment = parseEnvironment(values.environment?.toLowerCase())
    const first = rowEnvironment ?? importTarget.environment
    const alternative = rowEnvironment === null ? otherEnvironment(first) : null
    const libraryEnvironment = [first, alternative].find(
      (candidate) => candidate && isStored(link.path, owner, candidate),
    )
    // The service determines a new link's environment, unless the row names it.
    const environment = libraryEnvironment ?? rowEnvironment
    const sample = { ...displayed, profileName: names.get(owner) ?? null, environment }
    if (libraryEnvironment || isRepeated(link.path, owner, first)) {
      const kept = otherDestination(destination, link.path, owner, libraryEnvironment)
      return { sample: { ...sample, outcome: 'known', kept } }
    }
    const pendingLookup = {
      ...{ row, path: link.path, profileId: owner, environment: first, alternative },
      text: displayed.link,
    }
    const isMovable = owner === importTarget.profileId && destination !== null
    return { sample: { ...sample, outcome: 'new' }, pendingLookup, isMovable }
  }
  return {
    classifyLink: (row: number, link: LinkPath) => classifyLink(row, link, {}),
    classifyValues: (row: number, values: RowValues): Classification => {
      const link = parseLink(values)
      const host = link?.host ?? importTarget.host ?? null
      if (link) return { ...classifyLink(row, { ...link, host }, values), isHostless: link.host === null }
      const { title = null } = values
      const destination = getDestination(values)
      if (destination === undefined) return { invalid: toInvalidRow(row, 'no_link', values) }
      const withoutProfile = { link: null, profileName: null, environment: null }
      return { sample: { row, title, destination, ...withoutProfile, outcome: 'foreign' } }
    },
  }
}

/** Returns where a link leads. Firebase has an address per platform, and one for the app. */
function getDestination({ destination, desktop, ios, android, data }: RowValues): string | undefined {
  return destination ?? desktop ?? ios ?? android ?? data
}

/** Returns a link by its address, or by its domain and path. */
export function parseLink({
  customLink,
  link: shortLink,
  host,
  path: wholePath,
}: RowValues): LinkPath | null {
  // Bitly lists a link twice: with its own domain, and with one or more of the customer's.
  const link =
    customLink
      ?.slice(0, maxPasteLength)
      .split(/[\s,;|]+/, maxCustomLinks)
      .find((part) => findLinkPath(part)?.host) ?? shortLink
  // YOURLS writes a path as `/key/`.
  const path = wholePath?.replace(/^\/|\/$/g, '')
  if (link !== undefined) {
    const linkPath = findLinkPath(link.slice(0, maxPasteLength))
    // A single word without a host, such as "Total" below a table, isn't a link.
    return linkPath?.host ? linkPath : null
  }
  if (path === undefined || path === '') return null
  return findLinkPath((host === undefined ? path : `https://${host}/${path}`).slice(0, maxPasteLength))
}

function toInvalidRow(row: number, error: RowError, values: RowValues): InvalidRow {
  return { row, error, text: Object.values(values).join(', ').slice(0, 200) }
}
