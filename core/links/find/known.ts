import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { LinkPath } from '../../../contract/service/address/linkAddress.ts'
import { findOwners, type LinkDomains } from '../../../contract/app/link/linkDomain.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { ok, type Result } from '../../../contract/app/problems/result.ts'
import type { CreateParts } from '../create/create.ts'

/** Maximum number of records read per path before they are matched by host. */
const maxRecordsPerPath = 50

const maxRecordsPerLink = 5

/**
 * Returns the library's records of each link, the preferred profile and environment first, and those kept for reference
 * last. Contacts no service.
 */
export async function knownLinks(
  { records, settings }: Pick<CreateParts, 'records' | 'settings'>,
  { links, prefer }: ParsedInput<'links.known'>,
): Promise<Result<LinkRecord[][]>> {
  const { profiles } = settings.get()
  const preference = ({ state, profileId, environment }: LinkRecord) => {
    if (state === 'reference') return -1
    return (profileId === prefer.profileId ? 2 : 0) + (environment === prefer.environment ? 1 : 0)
  }
  const findRecords = async (link: LinkPath) => {
    const matching = await records.allByPath(link.path, maxRecordsPerPath)
    return matching
      .filter((record) => isSameLink(link, record, profiles))
      .toSorted((a, b) => preference(b) - preference(a))
      .slice(0, maxRecordsPerLink)
  }
  return ok(await Promise.all(links.map(findRecords)))
}

/**
 * Whether a pasted link matches a record with the same path: by the record's own host, or by a domain of its
 * profile.
 */
function isSameLink(
  { host }: LinkPath,
  { link, profileId }: LinkRecord,
  profiles: readonly LinkDomains[],
): boolean {
  if (host === null) return true
  if (link !== null && URL.parse(link)?.host === host) return true
  return findOwners(host, profiles, profileId).includes(profileId)
}
