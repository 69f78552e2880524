import { finding } from '../../contract/appLinks/finding.ts'
import type { Finding } from '../../contract/appLinks/finding.ts'
import { judgeLink } from '../../contract/appLinks/judge.ts'
import type { AppLinkVerdict } from '../../contract/appLinks/judge.ts'
import { linkPartsOf } from '../../contract/appLinks/linkParts.ts'
import type { LinkParts } from '../../contract/appLinks/linkParts.ts'
import { isLocalHost } from '../../contract/appLinks/publicHost.ts'
import type { AppLinkReport } from '../../contract/calls/appLinks.ts'
import type { Sender } from '../client/sender.ts'
import { fetchFile } from './fetchFile.ts'
import type { AppLinkStore, DomainFiles } from './store.ts'

/** Says whether phones open an app from a link. */
export interface AppLinkChecks {
  /** Fetches the files of the link's domain and judges the link. Returns `null` if it isn't a web address. */
  check: (link: string) => Promise<AppLinkReport | null>
  /** Judges the link by the files that were fetched last; `null` if there are none. Sends nothing. */
  get: (link: string) => AppLinkReport | null
}

interface Parts {
  sender: Pick<Sender, 'send'>
  store: AppLinkStore
  /** Whether a person or a policy has added certificate authorities, which phones needn't trust. */
  hasOwnAuthorities: () => boolean
}

export function createAppLinkChecks({ sender, store, hasOwnAuthorities }: Parts): AppLinkChecks {
  /** By host, so that two windows that ask at once make one request. */
  const underWay = new Map<string, Promise<DomainFiles>>()

  const fetchFiles = async (host: string): Promise<DomainFiles> => {
    const origin = `https://${host}`
    const [ios, android] = await Promise.all([
      fetchFile(sender, origin, 'ios'),
      fetchFile(sender, origin, 'android'),
    ])
    const files = { host, checkedAt: new Date().toISOString(), ios, android }
    await store.save(files)
    return files
  }
  const fetchOnce = (host: string): Promise<DomainFiles> => {
    const running = underWay.get(host)
    if (running) return running
    const fetching = fetchFiles(host).finally(() => underWay.delete(host))
    underWay.set(host, fetching)
    return fetching
  }
  const toReport = ({ url, parts }: AskedLink, files: DomainFiles): AppLinkReport => {
    const general: Finding[] = [
      ...(url.port === '' ? [] : [finding('port', url.port)]),
      ...(hasOwnAuthorities() ? [finding('own_authorities')] : []),
    ]
    const judge = (platform: 'ios' | 'android'): AppLinkVerdict => {
      const verdict = judgeLink(platform, parts, files[platform])
      return { ...verdict, warnings: [...general, ...verdict.warnings] }
    }
    return { host: files.host, checkedAt: files.checkedAt, ios: judge('ios'), android: judge('android') }
  }
  return {
    check: async (link) => {
      const asked = readLink(link)
      if (!asked) return null
      return uncheckable(asked) ?? toReport(asked, await fetchOnce(asked.host))
    },
    get: (link) => {
      const asked = readLink(link)
      if (!asked) return null
      const files = store.get(asked.host)
      return uncheckable(asked) ?? (files && toReport(asked, files))
    },
  }
}

interface AskedLink {
  url: URL
  /** With its port, and without a final dot, which names the same host (RFC 3986 §3.2.2). */
  host: string
  parts: LinkParts
}

function readLink(link: string): AskedLink | null {
  const url = URL.parse(link)
  const parts = linkPartsOf(link)
  return url && parts ? { url, parts, host: url.host.replace(/\.(?=:|$)/, '') } : null
}

/** Returns a report without a date for links whose files no phone can fetch. */
function uncheckable({ url, host }: AskedLink): AppLinkReport | null {
  const code = isLocalHost(url.hostname.replace(/\.$/, ''))
    ? 'local_link'
    : url.protocol === 'http:'
      ? 'not_https'
      : null
  if (code === null) return null
  const verdict: AppLinkVerdict = {
    state: 'not_checked',
    finding: finding(code),
    apps: [],
    rule: null,
    warnings: [],
  }
  return { host, checkedAt: null, ios: verdict, android: verdict }
}
