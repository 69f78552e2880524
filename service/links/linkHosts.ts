import { webHost } from '../../contract/target.ts'
import type { ProjectOrigins, TermStore } from '../store/projectTerms.ts'
import type { LinkOrigin } from './address.ts'

/**
 * How long known hosts are used without a new query, in milliseconds. After twice that time, requests wait for the
 * answer.
 */
const maxAgeMs = 1_000

/** The hosts on which links are opened: the default one, and those that belong or belonged to a project. */
export class LinkHosts {
  readonly #terms: TermStore
  /** The origin of links whose project has none of its own. */
  readonly usual: LinkOrigin
  /** Projects whose links a host opens, by host name. */
  #owners: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  #usual: { origin: string; host: string | null } = { origin: '', host: null }
  #readAt = -Infinity
  #reading: Promise<void> | null = null

  constructor(terms: TermStore, usual: LinkOrigin) {
    this.#terms = terms
    this.usual = usual
  }

  /**
   * Returns `null` if the hosts are recent; otherwise a promise that resolves after a query, or if the database
   * doesn't answer.
   */
  upToDate(): Promise<void> | null {
    const age = performance.now() - this.#readAt
    if (age < maxAgeMs) return null
    this.#reading ??= this.#read().finally(() => (this.#reading = null))
    return age < 2 * maxAgeMs ? null : this.#reading
  }

  /** Whether links are opened on a host in the form of `webHost`. */
  has(host: string): boolean {
    return host === this.#usualHost() || this.#owners.has(host)
  }

  /** Whether a project's links are opened on a request's host. A host without a project opens all links. */
  serves(host: string | undefined, project: string): boolean {
    return this.#owners.size === 0 || (this.#ownersOf(host)?.has(project) ?? true)
  }

  /** Returns the name that pages show for a request's host: the default one, unless the host belongs to a project. */
  nameFor(host: string | undefined): string {
    const own = this.#owners.size > 0 && this.#ownersOf(host) ? webHost(`https://${host}`) : null
    return own ?? hostName(this.usual())
  }

  /** The service's own address is known once it listens. */
  #usualHost(): string | null {
    const origin = this.usual()
    if (this.#usual.origin !== origin) this.#usual = { origin, host: webHost(origin) }
    return this.#usual.host
  }

  #ownersOf(host = ''): ReadonlySet<string> | undefined {
    // Fast path: most visits need no URL parsing.
    if (host === this.#usual.host) return undefined
    return this.#owners.get(host) ?? this.#owners.get(webHost(`https://${host}`) ?? '')
  }

  async #read(): Promise<void> {
    const readAt = performance.now()
    try {
      this.#owners = this.#ownersIn(await this.#terms.origins())
    } catch {
      // Callers that need the database for more will report the error. The known hosts remain valid.
    } finally {
      this.#readAt = readAt
    }
  }

  /** The default host opens all links, even if a project also uses it. */
  #ownersIn(found: ProjectOrigins[]): Map<string, Set<string>> {
    const owners = new Map<string, Set<string>>()
    for (const { project, origins } of found) {
      for (const host of origins.flatMap((origin) => webHost(origin) ?? [])) {
        const ofHost = owners.get(host) ?? new Set()
        owners.set(host, ofHost.add(project))
      }
    }
    owners.delete(this.#usualHost() ?? '')
    return owners
  }
}

/** Returns the name of a link host as people read it. */
export function hostName(origin: string): string {
  return origin.replace(/^https?:\/\//, '')
}
