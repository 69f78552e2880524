import { appSetupOf } from '../../contract/appLinks/appSetup.ts'
import { finding } from '../../contract/appLinks/finding.ts'
import type { Finding } from '../../contract/appLinks/finding.ts'
import { judgeDomain, judgeLink } from '../../contract/appLinks/judge.ts'
import type { AppLinkVerdict, AppPlatform } from '../../contract/appLinks/judge.ts'
import { linkPartsOf } from '../../contract/appLinks/linkParts.ts'
import type { LinkParts } from '../../contract/appLinks/linkParts.ts'
import type { AppLinkReport, AppLinkQuery } from '../../contract/calls/appLinks.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Sender } from '../client/sender.ts'
import { fetchFile } from './fetchFile.ts'
import { createSharedWork } from './sharedWork.ts'
import type { AppLinkStore, DomainFiles } from './store.ts'

/** Ends of names that only a local network knows (RFC 6761, RFC 6762, RFC 8375, and ICANN for `.internal`). */
const localNames = /(^|\.)(local|localhost|internal|test|home\.arpa)$/i

/** Private and link-local IPv4 addresses (RFC 1918, RFC 3927), and the same of IPv6 (RFC 4193, RFC 4291). */
const privateAddress = /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cd]|\[fe[89ab])/i

/** Says whether phones open an app from a link, or from links of a domain. */
export interface AppLinkChecks {
  /**
   * Fetches the files of the link's domain and judges the link. After `signal` is aborted, the earlier files are kept.
   */
  check: (link: AppLinkQuery, signal: AbortSignal) => Promise<Result<AppLinkReport>>
  /** Judges the link by the last fetched files; `null` if there are none. Sends nothing. */
  get: (link: AppLinkQuery) => AppLinkReport | null
}

interface Parts {
  sender: Pick<Sender, 'send'>
  store: AppLinkStore
  /** Whether a person or a policy has added certificate authorities, which phones needn't trust. */
  hasOwnAuthorities: () => boolean
  /** Aborted when the app closes, which says nothing about a domain. */
  closing: AbortSignal
}

const notALink = fail({ code: 'invalid_input', fields: { link: 'This isn’t a web address.' } })

export function createAppLinkChecks({ sender, store, hasOwnAuthorities, closing }: Parts): AppLinkChecks {
  /** By host, so that two windows that ask at once make one request. */
  const share = createSharedWork<DomainFiles>(closing)

  const fetchFiles = async (host: string, signal: AbortSignal): Promise<DomainFiles> => {
    const origin = `https://${host}`
    const [ios, android] = await Promise.all([
      fetchFile(sender, { origin, platform: 'ios', signal }),
      fetchFile(sender, { origin, platform: 'android', signal }),
    ])
    signal.throwIfAborted()
    const files = { host, checkedAt: new Date().toISOString(), ios, android }
    await store.save(files)
    return files
  }
  const toReport = (link: ParsedLink, files: DomainFiles): AppLinkReport => {
    const { url, parts, wholeDomain } = link
    const general: Finding[] = [
      ...(url.port === '' ? [] : [finding('port', url.port)]),
      ...(hasOwnAuthorities() ? [finding('own_authorities')] : []),
    ]
    const judge = (platform: AppPlatform): AppLinkVerdict => {
      const verdict = wholeDomain
        ? judgeDomain(platform, files[platform])
        : judgeLink(platform, parts, files[platform])
      return { ...verdict, warnings: [...general, ...verdict.warnings] }
    }
    return {
      host: files.host,
      checkedAt: files.checkedAt,
      ios: judge('ios'),
      android: judge('android'),
      setup: appSetupOf(hostnameOf(url), files),
    }
  }
  return {
    check: async (input, signal) => {
      const link = readLink(input)
      if (!link) return notALink
      const known = uncheckable(link)
      if (known) return ok(known)
      try {
        return ok(toReport(link, await share(link.host, (until) => fetchFiles(link.host, until), signal)))
      } catch (error) {
        if (signal.aborted || closing.aborted) return fail({ code: 'cancelled' })
        throw error
      }
    },
    get: (input) => {
      const link = readLink(input)
      if (!link) return null
      const files = store.get(link.host)
      return uncheckable(link) ?? (files && toReport(link, files))
    },
  }
}

interface ParsedLink {
  url: URL
  /** With its port, and without a final dot, which names the same host (RFC 3986 §3.2.2). */
  host: string
  parts: LinkParts
  wholeDomain: boolean
}

function readLink({ link, wholeDomain = false }: AppLinkQuery): ParsedLink | null {
  const url = URL.parse(link)
  const parts = linkPartsOf(link)
  return url && parts ? { url, parts, wholeDomain, host: url.host.replace(/\.(?=:|$)/, '') } : null
}

/** Without a final dot. */
function hostnameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '')
}

/** Returns a report without a date for links whose files no phone can fetch. */
function uncheckable({ url, host }: ParsedLink): AppLinkReport | null {
  const code = isLocalHost(hostnameOf(url)) ? 'local_link' : url.protocol === 'http:' ? 'not_https' : null
  if (code === null) return null
  const verdict: AppLinkVerdict = {
    state: 'not_checked',
    finding: finding(code),
    apps: [],
    rule: null,
    warnings: [],
  }
  return { host, checkedAt: null, ios: verdict, android: verdict, setup: null }
}

/** Whether a host can be reached only from this computer or a local network, so that phones can't use it. */
function isLocalHost(hostname: string): boolean {
  const isSingleName = !hostname.includes('.') && !hostname.startsWith('[')
  return isSingleName || isLoopback(hostname) || localNames.test(hostname) || privateAddress.test(hostname)
}
