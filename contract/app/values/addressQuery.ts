import { fixable, type ValueWarning } from './warning.ts'

/** Returns the warnings about an address whose parameters don't reach the website, each with its fix. */
export function findQueryMistakes(url: string): ValueWarning[] {
  if (!/^https?:/i.test(url)) return []
  return queryFixes.flatMap(({ text, label, fix }) => {
    const fixed = fix(url)
    return fixed === url ? [] : [fixable(text, label, fixed)]
  })
}

/** Returns an address with all mistakes in its parameters fixed. */
export function fixQuery(url: string): string {
  return /^https?:/i.test(url) ? queryFixes.reduce((fixed, { fix }) => fix(fixed), url) : url
}

const queryFixes = [
  {
    text: 'This address has “&amp;”, which is how HTML writes “&”.',
    label: 'Replace it with &',
    fix: (url: string) => url.replace(/&(?:amp;|amp%3b|#0{0,4}38;|#x0{0,4}26;){1,5}/gi, '&'),
  },
  {
    text: 'Only the first parameter of an address follows “?”. The others follow “&”.',
    label: 'Correct it',
    fix: fixSeparators,
  },
  {
    text: 'Parameters after “#” don’t reach the website.',
    label: 'Move them before #',
    fix: moveFragmentParameters,
  },
]

/** Corrects `?a=1?b=2`, `??a=1` and `/path&utm_source=x`. */
function fixSeparators(url: string): string {
  const hash = url.indexOf('#')
  const [base, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  const begin = base.indexOf('?')
  if (begin < 0) return base.replace(/&(?=utm_[a-z]{1,20}=)/, '?') + fragment
  const parameters = base.slice(begin).replace(/^\?+/, '').split('&').map(splitParameter)
  return `${base.slice(0, begin)}?${parameters.join('&')}${fragment}`
}

/** A second `?` is a mistake only if what precedes it isn't itself an address or a path. */
function splitParameter(parameter: string): string {
  const [first = '', ...others] = parameter.split(/\?(?=[\w.~-]{1,100}=)/)
  const isTracking = others.some((other) => other.startsWith('utm_'))
  const isAddress = /\/|%2f|\.[a-z]{2,5}$/i.test(first) || !(first.includes('=') || isTracking)
  return isAddress ? parameter : [first, ...others].join('&')
}

/**
 * Moves parameters in front of the `#`. An application's own route, such as `#/cart?id=1`, keeps its parameters except
 * tracking, which analytics reads only in front.
 */
function moveFragmentParameters(url: string): string {
  const hash = url.indexOf('#')
  if (hash < 0 || url.startsWith('#:~:', hash)) return url
  const [base, fragment] = [url.slice(0, hash), url.slice(hash + 1)]
  const isRoute = /^!?\//.test(fragment)
  const pieces = fragment.split(/[?&]/)
  const isMoved = (piece: string, index: number) =>
    /^utm_[a-z_]{1,30}=/.test(piece) ||
    (!isRoute && index > 0 && hasQuery(fragment) && /^[\w.~-]{1,100}=/.test(piece))
  const moved = pieces.filter(isMoved)
  if (moved.length === 0) return url
  const [name = '', ...others] = pieces.filter((piece, index) => !isMoved(piece, index))
  const kept = others.length === 0 ? name : `${name}${fragment.charAt(name.length)}${others.join('&')}`
  const separator = base.includes('?') ? (/[?&]$/.test(base) ? '' : '&') : '?'
  return `${base}${separator}${moved.join('&')}${kept === '' ? '' : `#${kept}`}`
}

/** Whether a fragment has its own query; `&` alone may be part of an anchor's name. */
function hasQuery(fragment: string): boolean {
  return fragment.includes('?')
}
