/**
 * A second matcher for the tests, written from the documents with regular expressions. It shares no code with the
 * one it checks. Its expressions may backtrack, so it is only for short texts.
 */
export interface Component {
  '/'?: string
  '?'?: string | Record<string, string>
  '#'?: string
  exclude?: boolean
  caseSensitive?: boolean
  percentEncoded?: boolean
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

function appleExpression(pattern: string, caseSensitive: boolean): RegExp {
  const source = pattern
    .split(/(\*|\?|\$\(digit\)|\$\(kind\))/)
    .map((part) => {
      if (part === '*') return '[^]*'
      if (part === '?') return '[^]'
      if (part === '$(digit)') return '[0-9]'
      if (part === '$(kind)') return '(?:shop|b[^]*|a)'
      return escaped(part)
    })
    .join('')
  return new RegExp(`^${source}$`, caseSensitive ? 'u' : 'iu')
}

/** The value of the variable `$(kind)`. */
export const kinds = ['shop', 'b*', 'a']

export function appleOpens(components: Component[], link: URL): boolean {
  const first = components.find((component) => {
    const { caseSensitive = true, percentEncoded = true } = component
    const matches = (pattern: string | undefined, text: string) =>
      pattern === undefined ||
      appleExpression(pattern, caseSensitive).test(percentEncoded ? text : decodeURIComponent(text))
    const query = link.search.replace(/^\?/, '')
    const queryPattern = component['?']
    const queryMatches =
      typeof queryPattern === 'object'
        ? Object.entries(queryPattern).every(([name, pattern]) => {
            const items = query
              .split('&')
              .filter((item) => decodeURIComponent(item.split('=')[0] ?? '') === name)
            const values = items.map((item) => item.split('=').slice(1).join('='))
            return (values.length === 0 ? [''] : values).every((value) => matches(pattern, value))
          })
        : matches(queryPattern, query)
    return (
      queryMatches &&
      matches(component['/'], link.pathname) &&
      matches(component['#'], link.hash.replace(/^#/, ''))
    )
  })
  return first !== undefined && first.exclude !== true
}

/** `*` matches up to the first occurrence of the next character, so it never matches that character. */
function androidExpression(pattern: string): RegExp {
  const source = pattern.replace(/\*+|[^*]/g, (part, index: number) => {
    if (part === '?') return '[^]'
    if (!part.startsWith('*')) return escaped(part)
    const next = pattern.charAt(index + part.length)
    if (next === '') return '[^]*'
    return next === '?' ? '' : `[^${escaped(next)}]*`
  })
  return new RegExp(`^${source}$`)
}

export function androidOpens(rules: Component[], link: URL): boolean {
  const first = rules.find((rule) => {
    const matches = (pattern: string, text: string) =>
      androidExpression(pattern).test(decodeURIComponent(text))
    if (rule['/'] !== undefined && !matches(rule['/'], link.pathname)) return false
    if (rule['#'] !== undefined && (link.hash === '' || !matches(rule['#'], link.hash.slice(1)))) return false
    const items = link.search.replace(/^\?/, '').split('&')
    return Object.entries((rule['?'] ?? {}) as Record<string, string>).every(([name, pattern]) =>
      items.some((item) => {
        const [itemName = '', ...value] = item.split('=')
        return item !== '' && decodeURIComponent(itemName) === name && matches(pattern, value.join('='))
      }),
    )
  })
  return first !== undefined && first.exclude !== true
}

/**
 * Whether an `android:pathPattern` as written in a manifest matches a path, as in `PatternMatcher` with
 * `PATTERN_SIMPLE_GLOB` (android.os): `.*` matches up to the first occurrence of the next character.
 */
export function manifestOpens(written: string, path: string): boolean {
  const pattern = written.replaceAll('\\\\', '\\')
  const source = pattern.replace(/\.\*|\\[^]|[^]/g, (part, index: number) => {
    if (part === '.') return '[^]'
    if (part !== '.*') return escaped(part.replace(/^\\/, ''))
    const next = pattern.slice(index + part.length).replace(/^\\/, '')
    return next === '' ? '[^]*' : `[^${escaped(next.charAt(0))}]*`
  })
  return new RegExp(`^${source}$`).test(path)
}
