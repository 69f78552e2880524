import { environments } from '../../../contract/headers.ts'
import { appPlatforms } from '../../../contract/appLinks/evaluate.ts'
import type { AppPlatform } from '../../../contract/appLinks/evaluate.ts'
import { webHost } from '../../../contract/target.ts'
import { LinkHosts } from '../../links/linkHosts.ts'
import type { ProjectDomains, TermStore } from '../../store/projectTerms.ts'
import { commandPrefix } from '../help.ts'
import { ok, warn } from './checkResult.ts'
import type { CheckResult } from './checkResult.ts'

/** Maximum number of domains listed individually. */
const maxNamed = 20

const platformNames: Record<AppPlatform, string> = { ios: 'iPhone', android: 'Android' }

/**
 * Reports domains whose links phones can't open in an app because projects with different apps share them. Returns no
 * result if no project has an app.
 */
export async function checkDomains(terms: TermStore, linkOrigin: string | null): Promise<CheckResult[]> {
  const found = await terms.domains()
  const defaultHost = linkOrigin === null ? null : webHost(linkOrigin)
  const hosts = new LinkHosts(terms, () => linkOrigin ?? '')
  await hosts.upToDate()
  const domains = appDomains(found, defaultHost)
  if (domains.length === 0) return []
  const ambiguous = domains.flatMap((host) => {
    const platforms = appPlatforms.filter(
      (platform) => hosts.associationFile(host, platform).reason === 'several-projects',
    )
    return platforms.length > 0 ? [{ host, platforms }] : []
  })
  if (ambiguous.length === 0) {
    const count = domains.length === 1 ? '1 domain publishes' : `${domains.length} domains publish`
    return [ok('domains', `${count} files that let phones open apps.`)]
  }
  const named = ambiguous.slice(0, maxNamed).map(({ host, platforms }) => {
    const owners = found.flatMap((project) => ownersAt(project, host, host === defaultHost))
    const phones = platforms.map((platform) => platformNames[platform]).join(' and ')
    return warn(
      'domains',
      `${host} publishes no file for ${phones}, so its links stay in the browser: ${owners.join(', ')} share it and have different apps.`,
      `Give each its own domain ("${commandPrefix} project link-origin"), or register the same apps for all ("${commandPrefix} app set").`,
    )
  })
  const rest = ambiguous.length - named.length
  if (rest === 0) return named
  const says = `${rest} more domains publish no file for the same reason.`
  return [...named, warn('domains', says, 'Fix the domains above, then run this command again.')]
}

/**
 * Returns the hosts of projects with apps. The default host is included only if such a project creates links on it: it
 * serves the links of all projects, so it is often ambiguous without consequences.
 */
function appDomains(found: readonly ProjectDomains[], defaultHost: string | null): string[] {
  const ofProjects = found.flatMap(({ domains, apps }) =>
    environments.flatMap((environment) => {
      if (apps[environment] === null) return []
      const { default: chosen, origins } = domains[environment]
      return [...origins.map(webHost), ...(chosen === null ? [defaultHost] : [])]
    }),
  )
  return [...new Set(ofProjects)].filter((host) => host !== null).toSorted()
}

/** Returns a project's environments that have an app and open links on a host. */
function ownersAt(
  { project, domains, apps }: ProjectDomains,
  host: string,
  isDefaultHost: boolean,
): string[] {
  return environments
    .filter((environment) => {
      const opensThere =
        isDefaultHost || domains[environment].origins.some((origin) => webHost(origin) === host)
      return opensThere && apps[environment] !== null
    })
    .map((environment) => `${project} (${environment})`)
}
