/** The attributes of an element, by name without its prefix. */
export type Attributes = Readonly<Record<string, string | undefined>>

/**
 * Yields the attributes of each element with this name, whatever its prefix. For small parts of a workbook whose text is
 * in attributes. Runs in linear time.
 */
export function* listElements(xml: string, name: string): Generator<Attributes> {
  const tag = new RegExp(`<(?:[\\w-]{1,40}:)?${name}(?=[\\s/>])([^<>]*)`, 'g')
  for (const { 1: text = '' } of xml.matchAll(tag)) yield parseAttributes(text)
}

/** Parses the attributes in a tag. */
export function parseAttributes(text: string): Attributes {
  const pairs = text.matchAll(/([\w-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g)
  return Object.fromEntries(
    Array.from(pairs, ({ 1: key = '', 2: double, 3: single }) => [key, unescapeXml(double ?? single ?? '')]),
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (found, decimal, hex, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? found
      const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : found
    },
  )
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** Decodes an XML document, which is UTF-8 unless it starts with a UTF-16 byte order mark. */
export function decodeXml(bytes: Buffer): string {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes)
}
