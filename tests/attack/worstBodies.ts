import { limits } from '../../contract/service/api/limits.ts'

const maxBodyBytes = limits.bodyBytes

/** Fills a body, between a start and an end, with all the numbered pieces that fit. */
function fillBody(
  begin: string,
  piece: (index: number) => string,
  end: string,
  bytes = maxBodyBytes,
): string {
  const parts: string[] = []
  let remaining = bytes - Buffer.byteLength(begin + end)
  for (let index = 0; ; index++) {
    const next = (index === 0 ? '' : ',') + piece(index)
    remaining -= Buffer.byteLength(next)
    if (remaining < 0) return begin + parts.join('') + end
    parts.push(next)
  }
}

/** Returns a body with one JSON string field, cut to fit the limit. */
function field(name: string, text: string, bytes: number): string {
  let value = text
  let body = JSON.stringify({ [name]: value })
  while (Buffer.byteLength(body) > bytes) {
    value = value.slice(0, Math.floor(value.length * 0.95))
    body = JSON.stringify({ [name]: value })
  }
  return body
}

const distinct = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join('')

/** Returns the most expensive known bodies of a size, by the reason for their cost. */
export function worstBodies(bytes: number = maxBodyBytes): Record<string, string> {
  const repeated = (text: string, times: number) => text.repeat(Math.max(0, Math.floor(times)))
  const url = (target: string) =>
    JSON.stringify({
      ios_custom_redirect: { url: target },
      android_custom_redirect: { url: target },
      desktop_custom_redirect: { url: target },
    })
  const third = Math.floor(bytes / 3) - 100
  return {
    'short unknown fields': fillBody('{', (index) => `"${index.toString(36)}":0`, '}', bytes),
    'unknown fields like known ones': fillBody('{', (index) => `"titel${index}":0`, '}', bytes),
    'long unknown fields': fillBody(
      '{',
      (index) => `"${'tracking_campaig'.repeat(6)}${index}":0`,
      '}',
      bytes,
    ),
    'unknown fields of a redirect': fillBody(
      '{"ios_custom_redirect":{',
      (index) => `"${index.toString(36)}":0`,
      '}}',
      bytes,
    ),
    'one very long unknown field': `{"${repeated('t', bytes - 6)}":0}`,
    'a key twice at the end': fillBody('{"z":0,', (index) => `"${index.toString(36)}x":0`, ',"z":0}', bytes),
    'an error at the end': fillBody('{', (index) => `"${index.toString(36)}":0`, ',}', bytes),
    'many numbers and no end': fillBody('{"a":[', () => '0', '', bytes),
    'many lines': `{${repeated('\n', bytes - 2)}x`,
    'open brackets': repeated('[', bytes),
    'open objects': repeated('{"a":', bytes / 5),
    backslashes: `{"title":"${repeated('\\\\', bytes / 2 - 6)}"}`,
    'backslashes and no end': `{"title":"${repeated('\\', bytes - 10)}`,
    'a raw control character at the end': `{"title":"${repeated('x', bytes - 13)}\n"}`,
    'data with an error at the end': field(
      'data',
      fillBody('{', (i) => `"${i.toString(36)}":0`, ',}', bytes / 2),
      bytes,
    ),
    'data with a key twice': field(
      'data',
      fillBody('{"z":0,', (i) => `"${i.toString(36)}x":0`, ',"z":0}', bytes / 2),
      bytes,
    ),
    'data of open brackets': field('data', repeated('[', bytes / 2), bytes),
    'data of lines': field('data', `{${repeated('\n', bytes / 2)}x`, bytes),
    'data of many keys': field(
      'data',
      fillBody('{', (i) => `"${i.toString(36)}":0`, '}', bytes / 2),
      bytes,
    ),
    'data of empty objects': field(
      'data',
      fillBody('{"a":[', () => '{}', ']}', bytes / 2),
      bytes,
    ),
    'data full of escapes': field('data', `{"a":"${repeated('\\\\', bytes / 8)}"}`, bytes),
    'keys that are escaped and twice': field(
      'data',
      fillBody('{"z":0,', (i) => `"\\u0061${i}":0`, ',"z":0}', bytes / 4),
      bytes,
    ),
    'many redirects': fillBody('{', () => '"ios_custom_redirect":{"url":"https://a.example"}', '}', bytes),
    'tags of maximum length': field(
      'tags',
      JSON.stringify(Array.from({ length: 100 }, (_, i) => distinct(98) + String(i))),
      bytes,
    ),
    'tags with an error at the end': field('tags', `[${repeated('0,', bytes / 2 - 20)}]`, bytes),
    'tags of blanks': field('tags', `["a",${repeated(' ', bytes - 40)}0]`, bytes),
    'many tags': field('tags', `[${repeated('0,', bytes / 2 - 20)}0]`, bytes),
    'hosts that need punycode': url(`https://${distinct(Math.floor(third / 3))}.example/`),
    'hosts of dots': url(`https://${repeated('a.', third / 2)}`),
    'hosts of combining characters': url(`https://${repeated('a\u0300\u0301', third / 5)}.example`),
    'paths of dots': url(`https://a.example/${repeated('../', third / 3)}`),
    'paths to be escaped': url(`https://a.example/${repeated('ü', third / 2)}`),
    'half surrogate pairs': `{"title":"${repeated('\\ud83c', bytes / 6 - 4)}"}`,
    'a long title': `{"title":"${repeated('🍂', bytes / 4 - 4)}"}`,
  }
}
