/** Returns a secret in all spellings that the app masks: plain, URL-encoded, escaped as in JSON, and in base64. */
export function encodeVariants(secret: string): string[] {
  const bytes = [...Buffer.from(secret)]
  const json = JSON.stringify(secret).slice(1, -1)
  const url = encodeURIComponent(secret)
  const lowerCaseEscapes = (text: string) => text.replace(/%..|\\u..../g, (code) => code.toLowerCase())
  const unicode = (pattern: RegExp) =>
    json.replace(pattern, (char) => `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
  return [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    json,
    json.replaceAll('/', '\\/'),
    unicode(/[&<>]/g),
    lowerCaseEscapes(unicode(/[&<>=+]/g)),
    url,
    lowerCaseEscapes(url),
    encodeURI(secret),
    bytes.map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
    new URLSearchParams({ s: secret }).toString().slice(2),
    ...['base64', 'base64url'].flatMap((as) => [
      Buffer.from(secret).toString(as as BufferEncoding),
      Buffer.from(`:${secret}`).toString(as as BufferEncoding),
      Buffer.from(`u:${secret}:p`).toString(as as BufferEncoding),
    ]),
  ]
}
