/** A secret in all the ways in which programs write texts into other texts. */
export function spellingsOf(secret: string): string[] {
  const bytes = [...Buffer.from(secret)]
  const json = JSON.stringify(secret).slice(1, -1)
  const url = encodeURIComponent(secret)
  const small = (text: string) => text.replace(/%..|\\u..../g, (code) => code.toLowerCase())
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
    small(unicode(/[&<>=+]/g)),
    url,
    small(url),
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
