/** Takes every key that the app has had in its hands out of texts that leave it, however the key is spelt there. */
export interface Redactor {
  /** Remembers a key, so that it is found from now on. */
  learn: (secret: string) => void
  redact: (text: string) => string
}

const mask = '[project key]'
/** Shorter needles would be found in ordinary words and addresses. No key worth keeping is as short as this. */
const shortest = 8

export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  let needles: string[] = []
  return {
    learn: (secret) => {
      if (secret.length < shortest || secrets.has(secret)) return
      secrets.add(secret)
      needles = [...new Set([...secrets].flatMap(spellings))].sort((a, b) => b.length - a.length)
    },
    redact: (text) => needles.reduce((clean, needle) => clean.replaceAll(needle, mask), text),
  }
}

/** A secret raw, JSON-escaped, URL-encoded, in hexadecimal and in base64, also inside longer base64. */
export function spellings(secret: string): string[] {
  const encoded = encodeURIComponent(secret)
  const strict = [...Buffer.from(secret)].map(percent).join('')
  const escaped = JSON.stringify(secret).slice(1, -1)
  const hex = Buffer.from(secret).toString('hex')
  return [
    secret,
    escaped,
    escaped.replaceAll('/', '\\/'),
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    strict,
    hex,
    hex.toUpperCase(),
    ...base64Spellings(secret),
  ].filter((text) => text.length >= shortest)
}

function percent(byte: number): string {
  const char = String.fromCharCode(byte)
  return /[\w.~-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`
}

/**
 * What base64 makes of the secret at each of the three offsets that it can have in a longer text (`user:secret`),
 * without the letters that depend on its neighbours.
 */
function base64Spellings(secret: string): string[] {
  const inner = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64url')
    const whole = Math.floor(((offset + Buffer.byteLength(secret)) * 8) / 6)
    const sure = text.slice(Math.ceil((offset * 8) / 6), whole)
    return sure.length >= 8 ? [sure] : []
  })
  return inner.flatMap((text) => [text, text.replaceAll('-', '+').replaceAll('_', '/')])
}
