import { environments } from '../../contract/service/api/headers.ts'
import type { AppPlatform } from '../../contract/service/appLinks/matching/evaluate.ts'
import { looksGenerated } from '../../contract/service/path/ownPath.ts'
import { webHost } from '../../contract/service/link/target.ts'
import { excessiveSize, findHostFile, type HostFile } from './associationFile.ts'
import type { ProjectDomains, RegisteredApps, VisitorPages } from '../store/projects/projectTerms.ts'
import type { VisitReader } from '../store/store.ts'
import { ownPathKey, type LinkOwner } from '../store/links/links.ts'
import type { OwnPathReader } from '../store/links/ownPaths.ts'
import { limitTime } from '../store/timeLimit.ts'
import type { LinkOrigin, LinkLocation } from './address.ts'
import { OutageBridge } from './outage.ts'

/**
 * How long known hosts are used without a new query, in milliseconds. After twice that time, requests wait for the
 * answer.
 */
const maxAgeMs = 1_000
/** A database that doesn't answer within this time, in milliseconds, is asked again. */
const timeoutMs = 2_000

/** The owners of a host: projects with their environments, by `ownerKey`. */
type Owners = ReadonlySet<string>

/** The hosts on which links are opened: the default one, and those of projects. */
export class LinkHosts {
  readonly #terms: VisitReader['terms']
  /** The origin of links whose project has none of its own. */
  readonly defaultOrigin: LinkOrigin
  #projects: readonly ProjectDomains[] = []
  /** By host name. */
  #owners: ReadonlyMap<string, Owners> = new Map()
  /** With the time from which they are outdated. */
  #files = new Map<string, { hostFile: HostFile; until: number }>()
  #defaultHost: { origin: string; host: string | null } = { origin: '', host: null }
  #readAt = -Infinity
  #pendingRead: Promise<null> | null = null
  readonly #outageBridge = new OutageBridge()

  readonly #listLookAlikes: OwnPathReader['listLookAlikes']

  /** `ownPaths` are needed for association files only. */
  constructor(
    terms: VisitReader['terms'],
    defaultOrigin: LinkOrigin,
    ownPaths: Pick<OwnPathReader, 'listLookAlikes'> = { listLookAlikes: () => Promise.resolve([]) },
  ) {
    this.#terms = terms
    this.defaultOrigin = defaultOrigin
    this.#listLookAlikes = ownPaths.listLookAlikes
  }

  /**
   * Returns `null` if the hosts are recent or the database is away; otherwise a promise that resolves after a query, or if
   * the database doesn't answer.
   */
  refreshIfStale(): Promise<null> | null {
    const age = performance.now() - this.#readAt
    if (age < maxAgeMs) return null
    this.#pendingRead ??= this.#read().then(() => (this.#pendingRead = null))
    if (age < 2 * maxAgeMs) return null
    // Before the first answer, nothing is known.
    return age === Infinity ? this.#pendingRead : this.#outageBridge.refresh(this.#pendingRead, null)
  }

  /** Whether links are opened on a host in the form of `webHost`. */
  has(host: string): boolean {
    return host === this.#readDefaultHost() || this.#owners.has(host)
  }

  /**
   * Whether a link is opened on a request's host. The default host opens all links, a host of projects their own, and
   * any other host those of the default origin.
   */
  serves(host: string | undefined, link: LinkOwner & Pick<LinkLocation, 'origin'>): boolean {
    const defaultHost = this.#readDefaultHost()
    // Fast path: most visits need no URL parsing.
    if (host === defaultHost) return true
    const owners = this.#findOwners(host)
    if (owners) return owners.has(ownerKey(link.project, link.environment))
    return link.origin === null || webHost(link.origin) === defaultHost || requestHost(host) === defaultHost
  }

  /** Returns the host in the keys of own paths of links with this origin: `''` for the default one, which may change. */
  ownPathHost = (origin: string | null): string => {
    const host = origin === null ? null : webHost(origin)
    return host === null || host === this.#readDefaultHost() ? '' : host
  }

  /** Returns the host in the keys of own paths that a request's host opens. */
  visitedHost(host: string | undefined): string {
    return this.#findOwners(host) ? (requestHost(host) ?? '') : ''
  }

  /** Whether links of a project pass on the parameters of visitors, unless a link says otherwise. */
  passesQuery(id: string): boolean {
    return this.#projects.find(({ project }) => project === id)?.passesQuery ?? true
  }

  /** Whether pages show the images of a project's links. */
  showsImages(id: string): boolean {
    return this.#projects.find(({ project }) => project === id)?.pages.showsImages ?? false
  }

  /**
   * Returns where `/` and unknown paths of a request's host lead: nowhere, unless the host belongs to projects that all say the
   * same. An address on a link host would lead back here, so it is ignored.
   */
  pagesOf(host: string | undefined): Pick<VisitorPages, 'homepage' | 'notFound'> {
    const owners = this.#findOwners(host)
    const projects = this.#projects.filter(({ project }) =>
      environments.some((environment) => owners?.has(ownerKey(project, environment))),
    )
    const choose = (name: 'homepage' | 'notFound') => {
      const [url, ...others] = new Set(projects.map(({ pages }) => pages[name]))
      return url && others.length === 0 && !this.has(webHost(url) ?? '') ? url : null
    }
    return { homepage: choose('homepage'), notFound: choose('notFound') }
  }

  /** Returns the name that pages show for a request's host: the default one, unless the host belongs to a project. */
  nameFor(host: string | undefined): string {
    const projectHost = this.#findOwners(host) ? requestHost(host) : null
    return projectHost ?? hostName(this.defaultOrigin())
  }

  /** Returns the association file of a request's host, or why it has none. */
  async associationFile(host: string | undefined, platform: AppPlatform): Promise<HostFile> {
    const name = requestHost(host) ?? ''
    if (!this.has(name)) return { file: null, reason: 'unknown-host' }
    const key = `${platform} ${name}`
    const cached = this.#files.get(key)
    const now = performance.now()
    if (cached && now < cached.until) return cached.hostFile
    const files = this.#files
    const owners = this.#ownersWithApps(name)
    const apps = owners.map((owner) => owner.apps)
    const lookAlikes = findHostFile(platform, apps).file ? await this.#lookAlikes(owners, name) : []
    const hostFile = findHostFile(platform, apps, lookAlikes)
    files.set(key, { hostFile, until: now + maxAgeMs })
    return hostFile
  }

  /**
   * Whether the association files of a new own path's host have no room for it. Only paths that look like generated ones take
   * room.
   */
  async isFileFull(origin: string | null, path: string): Promise<boolean> {
    if (!looksGenerated(path)) return false
    const name = (origin === null ? null : webHost(origin)) ?? this.#readDefaultHost() ?? ''
    const owners = this.#ownersWithApps(name)
    const lookAlikes = [...(await this.#lookAlikes(owners, name)), path]
    return owners.some(({ apps }) => apps !== null && excessiveSize(apps, lookAlikes) !== null)
  }

  /** The default host opens all links, so every project's apps count there. */
  #ownersWithApps(name: string): (LinkOwner & { apps: RegisteredApps | null })[] {
    const owners = this.#owners.get(name)
    return this.#projects.flatMap(({ project, apps }) =>
      environments.flatMap((environment) =>
        !owners || owners.has(ownerKey(project, environment))
          ? { project, environment, apps: apps[environment] }
          : [],
      ),
    )
  }

  async #lookAlikes(owners: readonly LinkOwner[], name: string): Promise<string[]> {
    const host = name === this.#readDefaultHost() ? '' : name
    const lists = await Promise.all(owners.map((owner) => this.#listLookAlikes(owner)))
    return lists.flatMap((paths) =>
      paths.filter(({ key }) => key.startsWith(ownPathKey(host, ''))).map(({ path }) => path),
    )
  }

  /** The service's own address is known once it listens. */
  #readDefaultHost(): string | null {
    const origin = this.defaultOrigin()
    if (this.#defaultHost.origin !== origin) this.#defaultHost = { origin, host: webHost(origin) }
    return this.#defaultHost.host
  }

  #findOwners(host = ''): Owners | undefined {
    if (this.#owners.size === 0 || host === this.#defaultHost.host) return undefined
    return this.#owners.get(host) ?? this.#owners.get(requestHost(host) ?? '')
  }

  async #read(): Promise<void> {
    const readAt = performance.now()
    try {
      const projects = await limitTime(this.#terms.domains(), timeoutMs)
      this.#readAt = readAt
      if (projects === this.#projects) return
      this.#owners = this.#groupOwners(projects)
      this.#files = new Map()
      this.#projects = projects
    } catch {
      // The error isn't reported here: callers that also need the database report it. The known hosts remain valid.
      if (this.#readAt > -Infinity) this.#readAt = readAt
    }
  }

  /** The default host opens all links, even if a project also uses it. */
  #groupOwners(projects: readonly ProjectDomains[]): Map<string, Owners> {
    const owners = new Map<string, Set<string>>()
    for (const { project, domains } of projects) {
      for (const environment of environments) {
        for (const host of domains[environment].origins.flatMap((origin) => webHost(origin) ?? [])) {
          const hostOwners = owners.get(host) ?? new Set()
          owners.set(host, hostOwners.add(ownerKey(project, environment)))
        }
      }
    }
    owners.delete(this.#readDefaultHost() ?? '')
    return owners
  }
}

function ownerKey(project: string, environment: string): string {
  return `${environment} ${project}`
}

/**
 * Returns a request's host in the form of `webHost`: lower case, IDN as ASCII, without port 443 or a final dot. Returns
 * `null` for a text that is more than a host, which URL parsing alone would accept.
 */
function requestHost(host = ''): string | null {
  return /[/?#@\\\s]/.test(host) ? null : webHost(`https://${host}`)
}

/** Returns the name of a link host as people read it. */
export function hostName(origin: string): string {
  return origin.replace(/^https?:\/\//, '')
}
