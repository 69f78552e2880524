import { toAppSetup } from '../../contract/app/appLinks/appSetup.ts'
import { finding } from '../../contract/service/appLinks/finding.ts'
import { evaluateLink, type AppPlatform } from '../../contract/service/appLinks/matching/evaluate.ts'
import { parseLinkParts, type LinkParts } from '../../contract/service/appLinks/matching/linkParts.ts'
import type { AppLinkReport, AppLinkQuery } from '../../contract/app/calls/app/appLinks.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Sender } from '../client/sender.ts'
import { hostReach, type Reach } from '../network/publicHosts.ts'
import { fetchCopies } from './copies.ts'
import { fetchFile } from './fetchFile.ts'
import type { AppLinkStore, DomainFiles } from './store.ts'

export interface CheckOptions {
  /** Whether the user has confirmed a request to their own network. Without it, none is sent there. */
  confirmed?: boolean
  /** Whether to ask Apple and Google for their copies of the files, too. */
  copies?: boolean
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

/** Checks whether phones open an app from a link, or from all links of a domain. */
export function createAppLinkChecks(app: Parts) {
  const { store, hasOwnAuthorities, closing } = app
  const toReport = (link: ParsedLink, files: DomainFiles): AppLinkReport => {
    const { url, parts, reach } = link
    const general = [
      ...(url.port === '' ? [] : [finding('port', url.port)]),
      ...(hasOwnAuthorities() ? [finding('own_authorities')] : []),
    ]
    const evaluate = (platform: AppPlatform) => {
      const verdict = evaluateLink(platform, parts, files[platform])
      return { ...verdict, warnings: [...general, ...verdict.warnings] }
    }
    return {
      ...files,
      ...(reach === 'own_network' && { ownNetwork: true }),
      ios: evaluate('ios'),
      android: evaluate('android'),
      setup: toAppSetup(toHostname(url), files),
    }
  }
  return {
    /**
     * Fetches the association files of the link's domain and evaluates the link. If `signal` is aborted, the previous
     * files are kept.
     */
    check: async (
      input: AppLinkQuery,
      signal: AbortSignal,
      { confirmed = false, copies = false }: CheckOptions = {},
    ): Promise<Result<AppLinkReport>> => {
      const link = readLink(input)
      if (!link) return notALink
      if (!isCheckable(link) || (link.reach === 'own_network' && !confirmed)) return ok(uncheckedReport(link))
      try {
        const until = AbortSignal.any([signal, closing])
        return ok(toReport(link, await fetchAndSave(app, link, copies, until)))
      } catch (error) {
        if (signal.aborted || closing.aborted) return fail({ code: 'cancelled' })
        throw error
      }
    },
    /** Evaluates the link using the last fetched files; `null` if there are none. Sends nothing. */
    get: (input: AppLinkQuery): AppLinkReport | null => {
      const link = readLink(input)
      if (!link) return null
      if (!isCheckable(link)) return uncheckedReport(link)
      const files = store.get(link.host)
      if (files) return toReport(link, files)
      return link.reach === 'public' ? null : uncheckedReport(link)
    },
  }
}

/** Fetches and saves the files of a link's domain, and the copies of them if requested. */
async function fetchAndSave(
  { sender, store, proxyFor }: Parts,
  { host, reach, url }: CheckableLink,
  withCopies: boolean,
  signal: AbortSignal,
): Promise<DomainFiles> {
  const origin = `https://${host}`
  const [ios, android] = await Promise.all([
    fetchFile(sender, { origin, platform: 'ios', reach, signal }),
    fetchFile(sender, { origin, platform: 'android', reach, signal }),
  ])
  // The copies are of public domains, without a port.
  const hasCopies = withCopies && reach === 'public' && url.port === ''
  const copies = hasCopies && (await fetchCopies(sender, { host, ios, android, signal }))
  signal.throwIfAborted()
  const throughProxy = (await proxyFor(new URL(origin))) !== null
  const files: DomainFiles = {
    ...{ host, checkedAt: new Date().toISOString(), ios, android },
    ...(throughProxy && { throughProxy }),
    ...(copies && { copies }),
  }
  await store.save(files)
  return files
}

interface ParsedLink {
  url: URL
  /** Host and port. A trailing dot is removed, because it names the same host (RFC 3986 §3.2.2). */
  host: string
  reach: Reach | null
  /** `null` for the whole domain. */
  parts: LinkParts | null
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
  const host = url.host.replace(/\.(?=:|$)/, '')
  return { url, host, reach: hostReach(url), parts: wholeDomain ? null : parts }
}

/** Returns the host name without a trailing dot. */
function toHostname({ hostname }: URL): string {
  return hostname.replace(/\.$/, '')
}

/** Returns an undated report for a link whose files phones can't fetch. */
function uncheckedReport(link: ParsedLink): AppLinkReport {
  const code = link.reach === 'public' ? 'not_https' : 'local_link'
  const verdict = evaluateLink('ios', link.parts, { ok: false, finding: finding(code) })
  return {
    host: link.host,
    checkedAt: null,
    ...(isCheckable(link) && { ownNetwork: true }),
    ios: verdict,
    android: verdict,
    setup: null,
  }
}
