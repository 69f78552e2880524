import { environments } from '../../../contract/headers.ts'
import { appPlatforms } from '../../../contract/appLinks/judge.ts'
import type { AppPlatform } from '../../../contract/appLinks/judge.ts'
import { webHost } from '../../../contract/target.ts'
import { LinkHosts } from '../../links/linkHosts.ts'
import type { ProjectDomains, TermStore } from '../../store/projectTerms.ts'
import { commandPrefix } from '../help.ts'
import type { CheckResult } from './checkResult.ts'

/** Maximum number of domains that are named one by one. */
const maxNamed = 20

const names: Record<AppPlatform, string> = { ios: 'iPhone', android: 'Android' }

/**
 * Reports domains whose links phones can't open in an app, because projects with different apps share them. Says nothing
 * if no project has an app.
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
    const says = `${domains.length} ${domains.length === 1 ? 'domain publishes' : 'domains publish'} files that let phones open apps.`
    return [{ check: 'domains', state: 'ok', says }]
  }
  const named = ambiguous.slice(0, maxNamed).map(({ host, platforms }): CheckResult => {
    const owners = found.flatMap((project) => ownersAt(project, host, host === defaultHost))
    const phones = platforms.map((platform) => names[platform]).join(' and ')
    const why = `${owners.join(', ')} open their links there and have different apps`
    return {
      check: 'domains',
      state: 'warn',
      says: `${host} publishes no file for ${phones}, so its links stay in the browser: ${why}.`,
      do: `Give each a domain of its own ("${commandPrefix} project link-origin"), or register the same apps for all ("${commandPrefix} app set").`,
    }
  })
  const rest = ambiguous.length - named.length
  if (rest === 0) return named
  const says = `${rest} more domains publish no file for the same reason.`
  return [
    ...named,
    { check: 'domains', state: 'warn', says, do: 'Correct those above, then run this again.' },
  ]
}

/**
 * Returns the hosts of links that ask to open an app. The default host counts only if such links begin with it: it opens
 * the links of all projects, so it is often ambiguous where nothing depends on it.
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

/** Returns a project's environments that open links of apps on a host. */
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
