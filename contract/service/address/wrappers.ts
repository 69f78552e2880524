import { inBase64, inParameter, inPath, isOpaque, readCheckPoint } from './wrapperFormats.ts'
import { readProofpoint, readYahoo } from './wrapperFormats.ts'
import type { ReadWrapped } from './wrapperFormats.ts'

/** A product that replaces links with its own address, to scan them or to count clicks: its name, host and path. */
type Wrapper = readonly [name: string, host: RegExp, read: ReadWrapped, path?: RegExp]

const wrappers: readonly Wrapper[] = [
  // Programs that scan mails.
  [
    'Outlook',
    /(^|\.)safelinks\.protection\.((partner\.)?outlook\.(com|cn)|office365\.us)$/,
    inParameter('url'),
  ],
  ['Outlook', /^outlook\.(office|office365|live)\.(com|us)$/, inParameter('url'), /\/safelink\.html$/],
  ['Outlook', /^outlook\.cloud\.microsoft$/, inParameter('url'), /\/safelink\.html$/],
  ['Outlook', /\.safelink\.emails\.azure\.net$/, inParameter('destination')],
  ['Teams', /^(statics\.)?teams\.cdn\.office\.net$/, inParameter('url')],
  ['Proofpoint', /^urldefense(\.proofpoint)?\.(com|us)$/, readProofpoint],
  ['Cisco', /^secure-web\.cisco\.com$/, inPath],
  ['Barracuda', /^linkprotect\.cudasvc\.com$/, inParameter('a')],
  ['FireEye', /^protect2?\.(fireeye|trellix)\.com$/, inParameter('u')],
  ['Check Point', /^protect\.checkpoint\.com$/, readCheckPoint],
  ['Sophos', /(^|\.)protection\.sophos\.com$/, inBase64('u')],
  ['Trend Micro', /(^|\.)trendmicro\.com$/, inParameter('url'), /\/clicktime\//],
  ['Symantec', /^clicktime\.symantec\.com$/, inParameter('u')],
  ['Trustwave', /^scanmail\.trustwave\.com$/, inParameter('u')],
  ['Mimecast', /^protect-[a-z]+\.mimecast\.com$|\.mimecastprotect\.com$/, isOpaque, /^\/[rs]\//],
  ['GMX', /^deref-(gmx\.(net|com)|web\.de|mail\.com)$/, inParameter('redirectUrl')],
  // Search engines.
  ['Google', /^(www\.)?google(\.[a-z]{2,3}){1,2}$/, inParameter('q', 'url'), /^\/url$/],
  ['Bing', /^www\.bing\.com$/, inBase64('u', 'a1'), /^\/ck\/a$/],
  ['Yahoo', /^r\.search\.yahoo\.com$/, readYahoo],
  ['DuckDuckGo', /^duckduckgo\.com$/, inParameter('uddg'), /^\/l\/$/],
  // Networks.
  ['Meta', /^(l|lm)\.(facebook|instagram|messenger)\.com$/, inParameter('u')],
  ['LinkedIn', /^(www\.)?linkedin\.com$/, inParameter('url'), /^\/(redir|safety)\//],
  ['YouTube', /^(www\.|m\.)?youtube\.com$/, inParameter('q'), /^\/redirect$/],
  ['Reddit', /^out\.reddit\.com$/, inParameter('url')],
  ['VK', /^(www\.|m\.)?vk\.com$/, inParameter('to'), /^\/away\.php$/],
  ['Slack', /^slack-redir\.net$/, inParameter('url')],
]

/** An address that a product has wrapped in its own. */
export interface WrappedAddress {
  /** The outermost product. */
  product: string
  /** The original address; `null` if only the product can resolve it. */
  inner: string | null
}

/** Maximum nesting of wrappers, as in a mail that several companies forwarded. */
const maxDepth = 5

/**
 * Returns the address inside those of mail scanners, search engines and networks, which may be nested. Returns `null`
 * if the address isn't one of theirs.
 */
export function unwrapAddress(address: string, depth = 1): WrappedAddress | null {
  const outer = unwrapOnce(URL.parse(address))
  if (!outer?.inner || depth === maxDepth) return outer
  return { ...outer, inner: unwrapAddress(outer.inner, depth + 1)?.inner ?? outer.inner }
}

function unwrapOnce(url: URL | null): WrappedAddress | null {
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const wrapper = wrappers.find(
    ([, host, , path]) => host.test(url.hostname) && (path === undefined || path.test(url.pathname)),
  )
  if (wrapper === undefined) return null
  const [product, , read] = wrapper
  const inner = read(url)
  if (inner !== null && /^https?:\/\//i.test(inner) && URL.canParse(inner)) return { product, inner }
  // Other addresses of these products are ordinary pages.
  return read === isOpaque ? { product, inner: null } : null
}
