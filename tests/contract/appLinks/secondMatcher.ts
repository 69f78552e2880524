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
    const fits = (pattern: string | undefined, text: string) =>
      pattern === undefined ||
      appleExpression(pattern, caseSensitive).test(percentEncoded ? text : decodeURIComponent(text))
    const query = link.search.replace(/^\?/, '')
    const asked = component['?']
    const queryFits =
      typeof asked === 'object'
        ? Object.entries(asked).every(([name, pattern]) => {
            const own = query
              .split('&')
              .filter((item) => decodeURIComponent(item.split('=')[0] ?? '') === name)
            const values = own.map((item) => item.split('=').slice(1).join('='))
            return (values.length === 0 ? [''] : values).every((value) => fits(pattern, value))
          })
        : fits(asked, query)
    return (
      queryFits && fits(component['/'], link.pathname) && fits(component['#'], link.hash.replace(/^#/, ''))
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
    const fits = (pattern: string, text: string) => androidExpression(pattern).test(decodeURIComponent(text))
    if (rule['/'] !== undefined && !fits(rule['/'], link.pathname)) return false
    if (rule['#'] !== undefined && (link.hash === '' || !fits(rule['#'], link.hash.slice(1)))) return false
    const items = link.search.replace(/^\?/, '').split('&')
    return Object.entries((rule['?'] ?? {}) as Record<string, string>).every(([name, pattern]) =>
      items.some((item) => {
        const [own = '', ...value] = item.split('=')
        return item !== '' && decodeURIComponent(own) === name && fits(pattern, value.join('='))
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
