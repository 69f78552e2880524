import { toAppSetup } from '../../contract/app/appLinks/appSetup.ts'
import { finding } from '../../contract/service/appLinks/finding.ts'
import type { Finding } from '../../contract/service/appLinks/finding.ts'
import { evaluateDomain, evaluateLink } from '../../contract/service/appLinks/matching/evaluate.ts'
import type { AppLinkVerdict, AppPlatform } from '../../contract/service/appLinks/matching/evaluate.ts'
import { parseLinkParts } from '../../contract/service/appLinks/matching/linkParts.ts'
import type { LinkParts } from '../../contract/service/appLinks/matching/linkParts.ts'
import type { AppLinkReport, AppLinkQuery } from '../../contract/app/calls/app/appLinks.ts'
import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Sender } from '../client/sender.ts'
import { hostReach } from '../network/publicHosts.ts'
import type { Reach } from '../network/publicHosts.ts'
import { fetchFile } from './fetchFile.ts'
import { createSharedWork } from './sharedWork.ts'
import type { AppLinkStore, DomainFiles } from './store.ts'

/** Checks whether phones open an app from a link, or from all links of a domain. */
export interface AppLinkChecks {
  /**
   * Fetches the association files of the link's domain and evaluates the link. Asks a host of the user's network only
   * if the user has confirmed it. If `signal` is aborted, the previous files are kept.
   */
  check: (link: AppLinkQuery, signal: AbortSignal, isConfirmed?: boolean) => Promise<Result<AppLinkReport>>
  /** Evaluates the link using the last fetched files; `null` if there are none. Sends nothing. */
  get: (link: AppLinkQuery) => AppLinkReport | null
}

interface Parts {
  sender: Pick<Sender, 'send'>
  store: AppLinkStore
  /** Returns the proxy for requests to a URL, which resolves the name instead of this computer. */
  proxyFor: (url: URL) => Promise<URL | null>
  /** Whether the user or a policy has added certificate authorities. Phones may not trust those. */
  hasOwnAuthorities: () => boolean
  /** Aborted when the app closes. Such a failure isn't recorded as a finding about the domain. */
  closing: AbortSignal
}

const notALink = fail({ code: 'invalid_input', fields: { link: 'This isn’t a web address.' } })

export function createAppLinkChecks({
  sender,
  store,
  proxyFor,
  hasOwnAuthorities,
  closing,
}: Parts): AppLinkChecks {
  /** Keyed by host, so that two windows checking the same domain share one request. */
  const share = createSharedWork<DomainFiles>(closing)

  const fetchFiles = async (host: string, reach: Reach, signal: AbortSignal): Promise<DomainFiles> => {
    const origin = `https://${host}`
    const [ios, android] = await Promise.all([
      fetchFile(sender, { origin, platform: 'ios', reach, signal }),
      fetchFile(sender, { origin, platform: 'android', reach, signal }),
    ])
    signal.throwIfAborted()
    const throughProxy = (await proxyFor(new URL(origin))) !== null
    const files = { host, checkedAt: new Date().toISOString(), throughProxy, ios, android }
    await store.save(files)
    return files
  }
  const toReport = (link: ParsedLink, files: DomainFiles): AppLinkReport => {
    const { url, parts, wholeDomain, reach } = link
    const general: Finding[] = [
      ...(url.port === '' ? [] : [finding('port', url.port)]),
      ...(hasOwnAuthorities() ? [finding('own_authorities')] : []),
    ]
    const evaluate = (platform: AppPlatform): AppLinkVerdict => {
      const verdict = wholeDomain
        ? evaluateDomain(platform, files[platform])
        : evaluateLink(platform, parts, files[platform])
      return { ...verdict, warnings: [...general, ...verdict.warnings] }
    }
    return {
      host: files.host,
      checkedAt: files.checkedAt,
      ...(reach === 'own_network' && { ownNetwork: true }),
      ...(files.throughProxy && { throughProxy: true }),
      ios: evaluate('ios'),
      android: evaluate('android'),
      setup: toAppSetup(toHostname(url), files),
    }
  }
  return {
    check: async (input, signal, isConfirmed = false) => {
      const link = readLink(input)
      if (!link) return notALink
      if (!isCheckable(link) || (link.reach === 'own_network' && !isConfirmed))
        return ok(uncheckedReport(link))
      const { host, reach } = link
      try {
        return ok(toReport(link, await share(host, (until) => fetchFiles(host, reach, until), signal)))
      } catch (error) {
        if (signal.aborted || closing.aborted) return fail({ code: 'cancelled' })
        throw error
      }
    },
    get: (input) => {
      const link = readLink(input)
      if (!link) return null
      if (!isCheckable(link)) return uncheckedReport(link)
      const files = store.get(link.host)
      if (files) return toReport(link, files)
      return link.reach === 'public' ? null : uncheckedReport(link)
    },
  }
}

interface ParsedLink {
  url: URL
  /** Host and port. A trailing dot is removed, because it names the same host (RFC 3986 §3.2.2). */
  host: string
  reach: Reach | null
  parts: LinkParts
  wholeDomain: boolean
}

/** A link whose files can be fetched. */
type CheckableLink = ParsedLink & { reach: Reach }

function isCheckable(link: ParsedLink): link is CheckableLink {
  return link.reach !== null && link.url.protocol === 'https:'
}

function readLink({ link, wholeDomain = false }: AppLinkQuery): ParsedLink | null {
  const url = URL.parse(link)
  const parts = parseLinkParts(link)
  if (!url || !parts) return null
  return { url, parts, wholeDomain, host: url.host.replace(/\.(?=:|$)/, ''), reach: hostReach(url) }
}

/** Returns the host name without a trailing dot. */
function toHostname({ hostname }: URL): string {
  return hostname.replace(/\.$/, '')
}

/** Returns an undated report for a link whose files phones can't fetch. */
function uncheckedReport(link: ParsedLink): AppLinkReport {
  const code = link.reach === 'public' ? 'not_https' : 'local_link'
  const verdict: AppLinkVerdict = {
    state: 'not_checked',
    finding: finding(code),
    apps: [],
    rule: null,
    warnings: [],
  }
  return {
    host: link.host,
    checkedAt: null,
    ...(isCheckable(link) && { ownNetwork: true }),
    ios: verdict,
    android: verdict,
    setup: null,
  }
}
