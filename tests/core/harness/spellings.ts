/** Returns a secret in all spellings that programs use inside other texts, and that people use to evade a filter. */
export function encodeVariants(secret: string): string[] {
  return [...commonVariants(secret), ...unusualVariants(secret)]
}

/** A search for the plain key misses all of these. */
function unusualVariants(secret: string): string[] {
  const bytes = [...Buffer.from(secret)]
  const hexOf = (from: Buffer, between: string) =>
    [...from].map((byte) => byte.toString(16).padStart(2, '0')).join(between)
  const hex = (between: string) => hexOf(Buffer.from(secret), between)
  const encodeBytes = (write: (code: number) => string) => bytes.map(write).join('')
  const utf16 = Buffer.from(secret, 'utf16le')
  const bigEndianUtf16 = Buffer.from(utf16).swap16()
  const wrappedBase64 = Buffer.from(`u:${secret}`)
    .toString('base64')
    .replace(/.{8}(?=.)/g, '$&\r\n')
  return [
    secret.toUpperCase(),
    secret.toLowerCase(),
    secret.slice(1),
    secret.slice(0, -1),
    wrappedBase64,
    JSON.stringify(wrappedBase64).slice(1, -1),
    encodeURIComponent(wrappedBase64),
    encodeURIComponent(Buffer.from(`${secret}>?`).toString('base64')),
    encodeBytes((code) => `\\x${code.toString(16)}`),
    encodeBytes((code) => `&#${code}`),
    encodeBytes((code) => `&#x${code.toString(16)}`),
    hex(' '),
    hex(':'),
    hex(', 0x'),
    ...[utf16, bigEndianUtf16].flatMap((from) => [
      from.toString('latin1'),
      from.toString('base64'),
      from.toString('hex'),
      hexOf(from, ' '),
      JSON.stringify(from.toString('latin1')).slice(1, -1),
    ]),
    ...['\u200b', '\u00ad', '\ufeff', '\u2060', '\u{e0041}'].map((unseen) => Array.from(secret).join(unseen)),
  ]
}

function commonVariants(secret: string): string[] {
  const bytes = [...Buffer.from(secret)]
  const json = JSON.stringify(secret).slice(1, -1)
  const url = encodeURIComponent(secret)
  const lowerCaseEscapes = (text: string) => text.replace(/%..|\\u..../g, (code) => code.toLowerCase())
  const unicode = (pattern: RegExp) =>
    json.replace(pattern, (char) => `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
  const everyByte = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
  const html = secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
    unicode(/[&<>]/g),
    lowerCaseEscapes(unicode(/[&<>=+]/g)),
    url,
    lowerCaseEscapes(url),
    encodeURI(secret),
    encodeURIComponent(url),
    everyByte,
    new URLSearchParams({ s: secret }).toString().slice(2),
    html,
    html.replaceAll('=', '&#61;').replaceAll('+', '&#x2B;'),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('hex').toUpperCase(),
    ...['base64', 'base64url'].flatMap((as) => [
      Buffer.from(secret).toString(as as BufferEncoding),
      Buffer.from(`:${secret}`).toString(as as BufferEncoding),
      Buffer.from(`u:${secret}:p`).toString(as as BufferEncoding),
    ]),
  ]
}
