import { z } from 'zod'
import { fieldsOf, trackingNames } from '../../../service/link/fields.ts'
import type { LinkPatch } from './linkPatch.ts'
import type { RemoteLink } from '../remoteLink.ts'

/** Maximum length of the texts, in UTF-16 units. */
const maxLength = 2_000

/** The parts of a link in which text can be replaced. */
export const replacedParts = [
  'domain',
  'path',
  'address',
  'title',
  'subtitle',
  ...trackingNames,
  'tag',
] as const
export type ReplacedPart = (typeof replacedParts)[number]

/** A text to replace, and its replacement. A domain and a tag are replaced as a whole, and other texts wherever they occur. */
export const replacement = z.strictObject({
  part: z.enum(replacedParts),
  find: z.string().min(1).max(maxLength),
  with: z.string().max(maxLength),
})
export type Replacement = z.output<typeof replacement>

/** Returns the patch that replaces a text in a link; empty if the link doesn't have it. */
export function replaceInLink({ part, find, with: text }: Replacement, link: RemoteLink): LinkPatch {
  if (part === 'tag') return replaceTag(link, find, text)
  if (part === 'domain' || part === 'path' || part === 'address') {
    const names = [...fieldsOf('target'), ...fieldsOf('appTarget')]
    const patches = names.flatMap((name) => {
      const url = link[name]?.url
      const replaced = url ? replaceInAddress(part, { find, text }, url) : url
      return replaced === url ? [] : [[name, { url: replaced }]]
    })
    return Object.fromEntries(patches) as LinkPatch
  }
  const field = part === 'title' || part === 'subtitle' ? part : (`tracking_${part}` as const)
  const value = link[field]
  if (!value?.includes(find)) return {}
  return { [field]: value.replaceAll(find, () => text) || null }
}

/** Everything before the path, the host in the middle: `https://user@`, `example.com`, `:8080`. */
const addressStart = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?)([^/?#:]*)([^/?#]*)/i

function replaceInAddress(
  part: 'domain' | 'path' | 'address',
  texts: { find: string; text: string },
  url: string,
) {
  const { find, text } = texts
  if (part === 'address') return url.replaceAll(find, () => text)
  const [start = '', scheme = '', host = '', port = ''] = addressStart.exec(url) ?? []
  if (start === '') return url
  const rest = url.slice(start.length)
  if (part === 'domain') {
    return host.toLowerCase() === find.trim().toLowerCase() ? scheme + text.trim() + port + rest : url
  }
  const pathEnd = rest.search(/[?#]/)
  const path = pathEnd < 0 ? rest : rest.slice(0, pathEnd)
  return start + path.replaceAll(find, () => text) + rest.slice(path.length)
}

/** An empty text removes the tag. If the link already has the other one, the two are merged. */
function replaceTag({ tags }: RemoteLink, find: string, text: string): LinkPatch {
  if (!tags?.includes(find)) return {}
  const renamed = tags.map((tag) => (tag === find ? text.trim() : tag))
  return { tags: JSON.stringify([...new Set(renamed)].filter((tag) => tag !== '')) }
}
