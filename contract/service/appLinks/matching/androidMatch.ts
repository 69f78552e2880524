import type { AndroidFile, AndroidRule } from '../androidFile.ts'
import type { Decision } from './appleMatch.ts'
import { decodePercent, type LinkParts } from './linkParts.ts'

/**
 * Returns which apps open a link on Android, or without a link, at least one link of the domain. Without rules, an app opens
 * every link that its manifest claims. With rules (Android 15 and later), the first match decides. Source: Google, "Configure
 * dynamic rules".
 */
export function matchAndroid({ statements }: AndroidFile, link: LinkParts | null): Decision[] {
  const decoded = link && decodeLink(link)
  return statements.flatMap(({ packageName: app, rules }): Decision[] => {
    if (rules === null) return [{ app, match: 'yes', exclude: false, rule: null }]
    const first = rules.find((rule) => (decoded ? matchesRule(rule, decoded) : !rule.exclude))
    return first ? [{ app, match: 'yes', exclude: first.exclude, rule: link && first.source }] : []
  })
}

interface DecodedLink {
  path: string
  fragment: string | null
  values: ReadonlyMap<string, readonly string[]>
}

/**
 * Android compares decoded parts: `UriRelativeFilter.matchData` takes them from `Uri.getPath()`, `getQuery()` and
 * `getFragment()` (frameworks/base, android.content).
 */
function decodeLink({ path, items, fragment }: LinkParts): DecodedLink {
  const values = new Map<string, string[]>()
  for (const { name, value } of items) {
    const existing = values.get(name)
    if (existing) existing.push(decodePercent(value))
    else values.set(name, [decodePercent(value)])
  }
  return { path: decodePercent(path), fragment: fragment === null ? null : decodePercent(fragment), values }
}

/** Every part of a rule must match. A link without a fragment matches no fragment pattern. */
function matchesRule({ path, query, fragment }: AndroidRule, link: DecodedLink): boolean {
  if (path !== null && !matchAndroidPattern(path, link.path)) return false
  if (fragment !== null && (link.fragment === null || !matchAndroidPattern(fragment, link.fragment))) {
    return false
  }
  for (const [name, pattern] of query) {
    const values = link.values.get(name) ?? []
    if (!values.some((value) => matchAndroidPattern(pattern, value))) return false
  }
  return true
}

/**
 * Matches a whole text against an Android pattern, in linear time. Unlike Apple's, `*` doesn't backtrack: it
 * "matches zero or more characters up until the character after the wildcard in the pattern is found". `?`
 * matches one character.
 */
export function matchAndroidPattern(pattern: string, text: string): boolean {
  // Repeated wildcards are equivalent to one.
  const simplified = pattern.replace(/\*{2,}/g, '*')
  let position = 0
  for (let index = 0; index < simplified.length; index++) {
    const token = simplified.charAt(index)
    if (token === '*') {
      const next = simplified.charAt(index + 1)
      if (next === '') return true
      if (next === '?') continue
      position = text.indexOf(next, position)
      if (position < 0) return false
    } else {
      if (position >= text.length || (token !== '?' && text.charAt(position) !== token)) return false
      position += 1
    }
  }
  return position === text.length
}
