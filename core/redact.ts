/** Takes every key that the app has had in its hands out of texts that leave it, however the key is spelt there. */
export interface Redactor {
  /** Remembers a key, so that it is found from now on. */
  learn: (secret: string) => void
  redact: (text: string) => string
}

const mask = '[project key]'
/** Shorter ones would be found in ordinary words and addresses. No key worth keeping is as short as this. */
const shortest = 8

export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  let patterns: RegExp[] = []
  return {
    learn: (secret) => {
      if (secret.length < shortest || secrets.has(secret)) return
      secrets.add(secret)
      // Of two keys of which one begins with the other, the longer must be found first.
      patterns = [...secrets].sort((a, b) => b.length - a.length).map(anySpellingOf)
    },
    redact: (text) => patterns.reduce((clean, pattern) => clean.replace(pattern, mask), text),
  }
}

/** Finds a secret raw, in JSON (also inside JSON), in a URL, in HTML, in hexadecimal and in base64, also inside longer base64. */
function anySpellingOf(secret: string): RegExp {
  const bytes = Buffer.from(secret)
  const hex = [...bytes].map(hexOf).join('')
  return new RegExp([[...bytes].map(byteOf).join(''), hex, ...base64Of(secret)].join('|'), 'g')
}

/** A byte as itself, behind any number of backslashes, or as an escape of JSON (`\u0026`), of a URL (`%26`) or of HTML (`&#38;`). */
function byteOf(byte: number): string {
  const char = String.fromCharCode(byte)
  const plain = char === '\\' ? String.raw`\\+` : String.raw`\\*${literal(char)}`
  const spelt = [
    plain,
    String.raw`\\+u00${hexOf(byte)}`,
    `%(?:25)*${hexOf(byte)}`,
    `&#(?:0*${byte}|x0*${hexOf(byte)});`,
  ]
  const entity = entities[char]
  return `(?:${[...(entity ? [entity] : []), ...spelt].join('|')})`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Two hexadecimal digits, in small or capital letters. */
function hexOf(byte: number): string {
  const digits = byte.toString(16).padStart(2, '0')
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

/**
 * What base64 makes of the secret at each of the three offsets that it can have in a longer text (`user:secret`),
 * without the letters that depend on its neighbours. Both alphabets.
 */
function base64Of(secret: string): string[] {
  const { length } = Buffer.from(secret)
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64url')
    const sure = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + length) * 8) / 6))
    return sure.replaceAll('-', '[-+]').replaceAll('_', String.raw`(?:_|\\*/)`)
  })
}

function literal(char: string): string {
  return /[\w-]/.test(char) ? char : `\\${char}`
}
