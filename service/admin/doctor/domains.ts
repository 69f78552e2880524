import { environments } from '../../../contract/service/api/headers.ts'
import { appPlatforms, type AppPlatform } from '../../../contract/service/appLinks/matching/evaluate.ts'
import { webHost } from '../../../contract/service/link/target.ts'
import { LinkHosts } from '../../links/linkHosts.ts'
import type { ProjectDomains } from '../../store/projects/projectTerms.ts'
import type { TermStore } from '../../store/projects/termStore.ts'
import { commandPrefix } from '../help.ts'
import { ok, warn, type CheckResult } from './checkResult.ts'

/** Maximum number of projects that a result names, because all projects can share a domain. */
const maxNamed = 20

const platformNames: Record<AppPlatform, string> = { ios: 'iPhone', android: 'Android' }

/**
 * Reports domains whose links phones can't open in an app because projects with different apps share them. Returns no
 * result if no project has an app.
 */
export async function checkDomains(terms: TermStore, linkOrigin: string | null): Promise<CheckResult[]> {
  const owners = findOwners(await terms.domains())
  const defaultHost = linkOrigin === null ? null : webHost(linkOrigin)
  const linkHosts = new LinkHosts(terms, () => linkOrigin ?? '')
  await linkHosts.refreshIfStale()
  // The default host serves the links of all projects, so it is often ambiguous without consequences. It counts only if a
  // project with an app creates links on it.
  const usedHosts = owners.flatMap((owner) =>
    owner.usesDefault ? [...owner.hosts, defaultHost] : owner.hosts,
  )
  const domains = [...new Set(usedHosts)].filter((host) => host !== null).toSorted()
  if (domains.length === 0) return []
  const files = await Promise.all(
    domains.flatMap((host) =>
      appPlatforms.map(async (platform) => ({
        ...{ host, platform },
        reason: (await linkHosts.associationFile(host, platform)).reason,
      })),
    ),
  )
  const warnings = domains.flatMap((host) => {
    const ambiguous = files.filter((file) => file.host === host && file.reason === 'several-projects')
    const phones = ambiguous.map(({ platform }) => platformNames[platform])
    if (phones.length === 0) return []
    const sharingOwners = owners.filter((owner) => host === defaultHost || owner.hosts.includes(host))
    const names = sharingOwners.slice(0, maxNamed).map(({ name }) => name)
    const others = sharingOwners.length > maxNamed ? ` and ${sharingOwners.length - maxNamed} more` : ''
    return warn(
      'domains',
      `${host} publishes no file for ${phones.join(' and ')}, so its links stay in the browser: ${names.join(', ')}${others} share it and have different apps.`,
      `Give each its own domain ("${commandPrefix} project link-origin"), or register the same apps for all ("${commandPrefix} app set").`,
    )
  })
  if (warnings.length > 0) return warnings
  const count = domains.length === 1 ? '1 domain publishes' : `${domains.length} domains publish`
  return [ok('domains', `${count} files that let phones open apps.`)]
}

/** Returns the environments of projects that have an app, with their own hosts. */
function findOwners(projects: readonly ProjectDomains[]) {
  return projects.flatMap(({ project, domains, apps }) =>
    environments
      .filter((environment) => apps[environment] !== null)
      .map((environment) => ({
        name: `${project} (${environment})`,
        hosts: domains[environment].origins.map(webHost),
        usesDefault: domains[environment].default === null,
      })),
  )
}
